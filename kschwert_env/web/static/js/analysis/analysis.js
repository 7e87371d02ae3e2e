// The analysis panel: win chances by seat, the best actions, and win chances over the game.

import { button, h } from "../common/dom.js";
import { drawGraph, progress } from "./graph.js";
import { colour, ink, name } from "../common/seats.js";

const percent = share => `${Math.round(100 * share)}\u00a0%`;

export class AnalysisPanel {
  // `send` sends a message, `onselect(number)` shows another decision, `onmarks` draws labels on the board.
  constructor(send, onselect, onmarks) {
    this.send = send;
    this.onselect = onselect;
    this.onmarks = onmarks;
    this.state = null;
    this.table = null;
    this.answer = null;
    this.thought = null;
    this.points = null;
    this.isThinking = false;
    this.isLooking = false;
    this.agent = h("select", { "aria-label": "which agent analyses" });
    this.seconds = h("select", { "aria-label": "time limit" },
      [1, 3, 10, 30].map(seconds => h("option", { value: seconds }, `${seconds} s`)));
    this.always = h("input", { type: "checkbox", onchange: () => this.think() });
    this.bar = h("div", { class: "bar" });
    this.best = h("div");
    this.graph = h("figure", { class: "graph" });
    this.costly = h("div");
    this.element = h("section", { class: "thinking" },
      h("div", { class: "row" }, this.agent, this.seconds, button("Analyse", () => this.think(true)),
        h("label", { class: "check" }, this.always, "After every move")),
      this.bar, this.best, this.graph, this.costly);
  }

  // Fill the list of agents that can analyse: those that search.
  offer(agents, players) {
    if (this.agent.options.length > 0) return;
    const searching = agents.filter(({ spec, players: able }) => /^(ismcts|puct)/.test(spec) && able.includes(players));
    this.agent.append(h("option", { value: "" }, "Best available"),
      ...searching.map(({ spec, words }) => h("option", { value: spec, title: words }, spec)));
  }

  show(table, state) {
    const isNew = state.number !== this.state?.number || state.svg !== this.state?.svg;
    Object.assign(this, { table, state });
    if (isNew) {
      Object.assign(this, { answer: null, isThinking: false });
      this.onmarks([]);
      this.think();
    }
    this.draw();
  }

  // Request an analysis of the shown position, if it was asked for or "always" is checked.
  think(isAsked = false) {
    if (!isAsked && !this.always.checked) return;
    if (this.state.over) return;
    this.isThinking = true;
    this.send({ type: "analyse", number: this.state.number, agent: this.agent.value || null, seconds: Number(this.seconds.value) });
    this.draw();
  }

  // Look for the win chances over the game.
  look() {
    this.isLooking = true;
    this.send({ type: "graph" });
    this.draw();
  }

  // The server could not analyse.
  failed() {
    if (!this.isThinking && !this.isLooking) return;
    Object.assign(this, { isThinking: false, isLooking: false });
    this.draw();
  }

  receive(message) {
    if (message.type === "graph") {
      if (message.seat === null || this.points?.seat !== null) this.points = message;  // rather that of all seats
      if (message.seat === null) this.isLooking = !message.done;
    } else if (message.win === null && this.table.open) {
      this.thought = message;
    } else if (message.number === this.state?.number) {
      Object.assign(this, { answer: message, isThinking: !message.done });
      const marked = message.actions.filter(action => action.target);
      this.onmarks(marked.slice(0, 5).map(action =>
        ({ target: action.target, words: percent(action.value), share: action.share / marked[0].share })));
    }
    this.draw();
  }

  draw() {
    const win = this.answer?.win ?? this.points?.points?.[this.state.number];
    this.bar.replaceChildren(...(win ? bar(this.table, win) : [h("p", { class: "hint" },
      this.isThinking ? "Analysing …" : "Not analysed yet.")]));
    this.best.replaceChildren(...(this.answer?.actions.length ? [best(this.answer)] : []),
      ...(this.thought && !this.answer ? [h("h3", {}, `What ${this.thought.agent} was thinking`), best(this.thought)] : []));
    this.graph.replaceChildren(
      ...(this.points?.points?.length > 1 ? drawGraph(this.table, this.points, this.state.number, this.onselect) : [
        this.isLooking ? h("p", { class: "hint" }, "Looking at the game …") : button("Win chances over the game", () => this.look(), { class: "link" })]));
    this.costly.replaceChildren(...(this.points ? this.mistakes() : []));
  }

  mistakes() {
    const { seat, costly, done } = this.points, isOfAll = seat === null || this.isLooking;
    const words = done ? (costly.length === 0 ? "No mistake was found: no decision was worse than another one for sure." : null) : progress(this.points);
    return [h("h3", {}, isOfAll ? "Biggest mistakes" : `Biggest mistakes: ${name(this.table, seat)}`),
      isOfAll || !done ? null : button("Mistakes of all players", () => this.look(), { class: "link" }), words === null ? null : h("p", { class: "hint" }, words),
      costly.length === 0 ? null : h("ol", { class: "costs" }, costly.map(mistake =>
      h("li", {}, button([
        h("strong", {}, `−${percent(mistake.cost)}`), ` ${name(this.table, mistake.seat)}, decision ${mistake.number + 1}: `,
        mistake.done, h("small", {}, ` better: ${mistake.best}`), ...mistake.why.map(words => h("small", {}, ` ${words}`)),
      ], () => this.onselect(mistake.number), { class: "line" }))))].filter(Boolean);
  }
}

function bar(table, win) {
  const summary = win.map((share, seat) => `${name(table, seat)} ${percent(share)}`).join(", ");
  const parts = h("div", { class: "shares", role: "img", "aria-label": `Win chances: ${summary}` }, win.map((share, seat) => {
    const part = h("span", {}, share >= 0.12 ? percent(share) : "");
    Object.assign(part.style, { flexGrow: share, background: colour(seat), color: ink(seat) });
    return part;
  }));
  return [parts, h("p", { class: "hint" }, summary)];
}

function best(answer) {
  return h("table", { class: "best" },
    h("thead", {}, h("tr", {}, ["Best actions", "Wins", "Tried"].map(title => h("th", { scope: "col" }, title)))),
    h("tbody", {}, answer.actions.slice(0, 8).map(action => h("tr", {},
      h("td", {}, action.words), h("td", {}, percent(action.value)),
      h("td", {}, action.visits ? `${action.visits}×` : percent(action.share))))));
}
