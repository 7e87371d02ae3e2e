// The summary after the game: where the points came from, turning points, and the way to learn from mistakes.

import { button, h } from "./dom.js";
import { marker, name } from "./seats.js";

const MOST_TURNING_POINTS = 5;
const MIN_SWING = 0.08;  // change of win chances that makes a turning point
const percent = share => `${Math.round(100 * share)} %`;

export class Summary {
  // `send` sends a message, `onselect(number)` shows a decision, `onlearn(seat)` begins the exercises; `told(number)`
  // returns the line of the log for a decision.
  constructor(send, onselect, onlearn, told) {
    Object.assign(this, { send, onselect, onlearn, told, table: null, shown: null });
    this.sources = h("div");
    this.turning = h("div");
    this.learn = h("div", { class: "row" });
    this.element = h("section", { class: "panel summary", hidden: true }, h("h2", {}, "After the game"), this.sources, this.turning, this.learn);
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
    this.turning.replaceChildren(button("Find the turning points", event => {
      Object.assign(event.target, { disabled: true, textContent: "Looking for the turning points …" });
      this.send({ type: "graph" });
    }));
    this.learn.replaceChildren(...this.learners());
  }

  // Return a button to learn from the own mistakes; those who only watch choose whose.
  learners() {
    if (this.table.you !== null) return [button("Learn from your mistakes", () => this.onlearn(this.table.you), { class: "main" })];
    const who = h("select", { "aria-label": "whose mistakes" }, this.table.seats.map((_, seat) => h("option", { value: seat }, name(this.table, seat))));
    return [button("Learn from the mistakes of", () => this.onlearn(Number(who.value)), { class: "main" }), who];
  }

  receive({ sources, scores }) {
    const names = [...new Set(sources.flatMap(Object.keys))];
    if (names.length === 0) return;
    const row = (title, values, isTotal = false) => h("tr", { class: isTotal ? "total" : null }, h("th", { scope: "row" }, title),
      values.map(value => h("td", {}, String(value).replace("-", "−"))));
    this.sources.replaceChildren(h("table", { class: "best" }, h("caption", {}, "Where the points came from"),
      h("thead", {}, h("tr", {}, h("td"), scores.map((_, seat) => h("th", { scope: "col" }, marker(seat), " ", name(this.table, seat))))),
      h("tbody", {}, names.map(source => row(source, sources.map(found => found[source] ?? ""))), row("Total", scores, true))));
  }

  // Show the decisions after which the chances changed most, once the whole graph is known.
  receiveGraph({ points }) {
    if (this.element.hidden || points.length === 0 || !points.every(Boolean)) return;
    const swings = points.slice(1).map((win, i) => {
      const changes = win.map((share, seat) => share - points[i][seat]);
      const seat = changes.reduce((most, change, other) => (Math.abs(change) > Math.abs(changes[most]) ? other : most), 0);
      return { number: i + 1, seat, from: points[i][seat], to: win[seat], size: Math.abs(changes[seat]) };
    });
    const found = swings.filter(({ size }) => size >= MIN_SWING).sort((one, other) => other.size - one.size)
      .slice(0, MOST_TURNING_POINTS).sort((one, other) => one.number - other.number);
    this.turning.replaceChildren(h("h3", {}, "Turning points"), found.length === 0
      ? h("p", {}, `None: no decision changed the chances by ${percent(MIN_SWING)} or more.`)
      : h("ol", { class: "costs" }, found.map(({ number, seat, from, to }) => h("li", {}, button([this.told(number),
        h("small", {}, ` ${name(this.table, seat)}: ${percent(from)} → ${percent(to)}`)], () => this.onselect(number), { class: "line" })))));
  }
}
