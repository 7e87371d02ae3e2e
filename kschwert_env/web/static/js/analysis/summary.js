// The summary after the game: where the points came from, turning points, and the way to learn from mistakes.

import { button, h } from "../common/dom.js";
import { marker, name } from "../common/seats.js";

const MOST_TURNING_POINTS = 5;
const MIN_SWING = 0.08;  // change of win chances that makes a turning point
const SPAN = 4;  // decisions before and after a turning point that are compared
const percent = share => `${Math.round(100 * share)}\u00a0%`;

export class Summary {
  // `send` sends a message, `onselect(number)` shows a decision, `onlearn(seat)` begins the exercises; `told(number)`
  // returns the line of the log for a decision.
  constructor(send, onselect, onlearn, told) {
    this.send = send;
    this.onselect = onselect;
    this.onlearn = onlearn;
    this.told = told;
    this.table = null;
    this.shown = null;
    this.sources = h("div");
    this.turning = h("div");
    this.learn = h("div", { class: "row" });
    this.element = h("section", { class: "summary", hidden: true }, this.sources, this.turning, this.learn);
  }

  show(table) {
    this.table = table;
    const isRecord = table.seats.every(({ kind }) => kind === "nobody");
    this.element.hidden = !table.over && !isRecord;
    const key = this.element.hidden ? null : String(table.over);
    if (key === this.shown) return;
    this.shown = key;
    if (key === null) return;
    if (table.over) this.send({ type: "summary" });
    this.offerTurningPoints();
    this.learn.replaceChildren(...this.learners());
  }

  offerTurningPoints() {
    this.isLooking = false;
    this.turning.replaceChildren(button("Find the turning points", event => {
      this.isLooking = true;
      Object.assign(event.target, { disabled: true, textContent: "Looking for the turning points …" });
      this.send({ type: "graph" });
    }));
  }

  // The server could not find them.
  failed() {
    if (this.isLooking) this.offerTurningPoints();
  }

  // Return a button to learn from the own mistakes; those who only watch choose whose.
  learners() {
    if (this.table.you !== null) return [button("Learn from your mistakes", () => this.onlearn(this.table.you), { class: "main" })];
    const who = h("select", { "aria-label": "whose mistakes" }, this.table.seats.map((_, seat) => h("option", { value: seat }, name(this.table, seat))));
    return [button("Learn from the mistakes of", () => this.onlearn(Number(who.value)), { class: "main" }), who];
  }

  receive({ sources, scores }) {
    this.sources.replaceChildren(...sourceTable(this.table, sources, scores));
  }

  // Show the turning points, once the whole graph is known.
  receiveGraph({ points, guided }) {
    if (this.element.hidden || points.length === 0 || !points.every(Boolean)) return;
    this.isLooking = false;
    const found = turningPoints(points, new Set(guided));
    this.turning.replaceChildren(h("h3", {}, "Turning points"), found.length === 0
      ? h("p", {}, `None: no decision changed the chances by ${percent(MIN_SWING)} or more.`)
      : h("ol", { class: "costs" }, found.map(({ number, seat, from, to }) => h("li", {}, button([this.told(number),
        h("small", {}, ` ${name(this.table, seat)}: ${percent(from)} → ${percent(to)}`)], () => this.onselect(number), { class: "line" })))));
  }
}

// Return the decisions after which the chances of a seat changed most, and stayed changed: [{number, seat, from, to}]. Means
// of several decisions are compared, since each estimate has an error of its own. Decisions that the guide of an opening
// named, after the points `guided`, do not count.
function turningPoints(points, guided) {
  const mean = (seat, from, to) => points.slice(from, to).reduce((sum, win) => sum + win[seat], 0) / (to - from);
  const swings = points.flatMap((_, number) => (number === 0 || guided.has(number - 1) ? [] : points[0].map((__, seat) => {
    const from = mean(seat, Math.max(0, number - SPAN), number), to = mean(seat, number, Math.min(points.length, number + SPAN));
    return { number, seat, from, to, size: Math.abs(to - from) };
  })));
  const found = [];
  for (const swing of swings.sort((one, other) => other.size - one.size)) {
    const isNew = found.every(({ number }) => Math.abs(number - swing.number) >= SPAN);
    if (swing.size >= MIN_SWING && isNew && found.length < MOST_TURNING_POINTS) found.push(swing);
  }
  return found.sort((one, other) => one.number - other.number);
}

// Return a table of the points by source: a column for each seat, with its marker alone where there are many.
export function sourceTable(table, sources, scores) {
  const names = [...new Set(sources.flatMap(Object.keys))];
  if (names.length === 0) return [];
  const row = (title, values, isTotal = false) => h("tr", { class: isTotal ? "total" : null }, h("th", { scope: "row" }, title),
    values.map(value => h("td", {}, String(value).replace("-", "−"))));
  const head = seat => h("th", { scope: "col", title: name(table, seat) }, marker(seat), h("span", { class: scores.length > 2 ? "unseen" : null }, ` ${name(table, seat)}`));
  return [h("table", { class: "best" }, h("caption", {}, "Where the points came from"),
    h("thead", {}, h("tr", {}, h("td"), scores.map((_, seat) => head(seat)))),
    h("tbody", {}, names.map(source => row(source, sources.map(found => found[source] ?? ""))), row("Total", scores, true)))];
}
