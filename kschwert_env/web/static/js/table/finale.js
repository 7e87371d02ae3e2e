// The end of a game: who won, points by source, win chances over the game, the decisive turn, a rematch, and the own mistakes.

import { button, h } from "../common/dom.js";
import { marker, name } from "../common/seats.js";
import { drawGraph, progress } from "../analysis/graph.js";
import { sourceTable } from "../analysis/summary.js";
import { outcome } from "../decision/actions.js";

export class Finale {
  // `after(act)` acts when no battle covers the page, `send` sends a message, `people` has the rematch, `go(number)` shows a
  // decision, `look()` begins to look for the own mistakes, `learn()` begins the exercises.
  constructor({ after, send, people, go, look, learn }) {
    this.after = after;
    this.send = send;
    this.people = people;
    this.go = go;
    this.look = look;
    this.learn = learn;
    this.wasOver = null;  // whether the game was over when the last state was shown; null before the first one
    this.box = null;
    this.table = this.state = null;
  }

  // Open the screen when the game ends while the page is open.
  show(table, state) {
    if (this.wasOver === false && state.over && table.you !== null) this.after(() => this.open(table, state));
    if (state.number === state.of) this.wasOver = state.over;
  }

  open(table, state) {
    this.close();
    this.table = table;
    this.state = state;
    const best = Math.max(...state.returns), winners = state.returns.flatMap((value, seat) => (value === best ? [seat] : []));
    const isTie = winners.length === state.returns.length;
    const isAnalysed = table.open || table.analysis;
    this.sources = h("div", { class: "sources" });
    this.decisive = h("p");
    this.graph = h("figure", { class: "graph" });
    this.progress = h("p", { class: "hint progress", "aria-live": "off" }, "Looking at the game …");
    const to = (words, act, attributes) => button(words, () => {
      this.box.close();
      act();
    }, attributes);
    this.box = h("dialog", { class: "finale", "aria-label": "The end of the game", onclose: () => this.close() },
      h("h2", {}, isTie ? null : winners.map(marker), outcome(table, state)),
      h("div", { class: "results" },
        h("div", {}, h("ol", { class: "ranking" }, ranking(state).map(seat => h("li", {}, marker(seat), h("span", {}, name(table, seat)),
          h("b", {}, points(state.scores[seat]))))), this.sources),
        h("div", {}, isAnalysed ? [this.graph, this.progress] : null, this.decisive)),
      h("div", { class: "row" }, this.people.rematch.hidden ? null : to("Rematch", () => this.people.rematch.click(), { class: "main" }),
        to("Look at the board", () => {}), isAnalysed ? to("Learn from your mistakes", this.learn) : null,
        h("a", { href: "#/" }, "To all games")));
    document.body.append(this.box);
    this.box.showModal();
    this.send({ type: "summary" });
    if (isAnalysed) this.look();
  }

  // Show the win chances as far as they are known; a click shows a decision.
  receiveGraph(message) {
    if (this.box === null || message.seat !== this.table.you) return;
    const { points: known, costly, done } = message, count = costly.length;
    if (known.length > 1) this.graph.replaceChildren(...drawGraph(this.table, message, known.length - 1, number => this.leave(number)));
    this.graph.hidden = done && known.length < 2;  // the game has only begun
    if (done) this.progress.setAttribute("aria-live", "polite");
    this.progress.textContent = !done ? progress(message) : count === 0 ? "No mistake of yours was found." : `Your mistakes: ${count}.`;
  }

  // The server could not look at the game.
  failed() {
    if (this.box === null) return;
    this.progress.textContent = "";
    this.graph.hidden = !this.graph.firstChild;
  }

  leave(number) {
    this.box.close();
    this.go(number);
  }

  receive({ sources, scores, decisive }) {
    if (this.box === null) return;
    this.sources.replaceChildren(...sourceTable(this.table, sources, scores));
    if (decisive === null) return;
    const { number, seat, turn } = decisive;
    this.decisive.replaceChildren(`${name(this.table, seat)} took the lead for good in turn ${turn}. `,
      button("Show", () => this.leave(number), { class: "link" }));
  }

  close() {
    const { box } = this;
    this.box = null;
    box?.remove();
  }
}

const points = score => (score === null ? "" : `${String(score).replace("-", "−")} ${Math.abs(score) === 1 ? "point" : "points"}`);

const ranking = ({ scores, returns }) => scores.map((_, seat) => seat).sort((one, other) =>
  returns[other] - returns[one] || scores[other] - scores[one]);
