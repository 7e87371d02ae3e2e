// Seat markers, with the colours and shapes of the pictures (rendering/colours.py, rendering/symbols.py), and seat lists.

import { h, s } from "./dom.js";

const STYLES = [
  ["#d55e00", "#ffffff", "M0 -13A13 13 0 0 1 0 13A13 13 0 0 1 0 -13z", 7],
  ["#0072b2", "#ffffff", "M-12 -12H12V12H-12z", 7],
  ["#f0e442", "#1d1d1b", "M0 -16L15 11H-15z", 9],
  ["#8f3f83", "#ffffff", "M0 -16L16 0L0 16L-16 0z", 7],
  ["#3b3b3b", "#ffffff", "M-13 -12H13V0Q13 9 0 15Q-13 9 -13 0z", 7],
];

export const DASHES = ["", "7 3", "2 3", "9 3 2 3", "14 4"];  // dash patterns of lines, by seat

export const colour = seat => STYLES[seat][0];
export const ink = seat => STYLES[seat][1];

// Return the marker of a seat. It is hidden from screen readers, since the seat's name follows it.
export function marker(seat) {
  const [ground, number, shape, y] = STYLES[seat];
  return s("svg", { class: "marker", viewBox: "-18 -18 36 36", "aria-hidden": "true" },
    s("path", { d: shape, fill: ground, stroke: "#1d1d1b", "stroke-width": 1.5, "stroke-linejoin": "round" }),
    s("text", { y, fill: number, "font-size": 20, "font-weight": "bold", "text-anchor": "middle" }, String(seat + 1)));
}

export const name = (table, seat) => (seat === table.you ? "You" : table.seats[seat]?.name || `Player ${seat + 1}`);

// Return a mark: a symbol of the picture with a number; its words are a tooltip, and what screen readers read.
export function markOf({ sign, value, words, card, seat }) {
  const drawing = s("svg", { viewBox: "-20 -20 40 40", "aria-hidden": "true" }, s("use", { href: `#${sign}` }));
  if (seat !== null) drawing.style.fill = colour(seat);
  return h("span", { class: value === "" ? "mark figure" : Number.isInteger(value) ? "mark" : "mark told", title: words, "data-card": card }, drawing,
    value === "" ? null : h("span", { "aria-hidden": "true" }, String(value)), h("span", { class: "unseen" }, words));
}

// Return the seats, each once: player, turn, points, cards and marks; `below(seat)` returns more about a seat, or null;
// `help` has the pictures of cards that are known.
/** @param {(seat: number) => any} below */
export function seatList(table, state, below = () => null, help = null) {
  return h("ul", { class: "seats", "aria-label": "Players" }, table.seats.map((sitting, seat) => {
    const points = state?.scores?.[seat], { cards, hand, marks } = state?.summaries?.[seat] ?? { marks: [] };
    const isOwn = seat === table.you;
    return h("li", { class: state?.player === seat ? "decides" : null, "data-seat": seat }, marker(seat),
      h("span", { class: "who" }, h("strong", {}, name(table, seat)), h("small", { title: sitting.agent || null }, describe(table, sitting, seat))),
      state?.player === seat ? h("span", { class: "badge" }, "to move") : null,
      points === undefined || points === null ? null : h("span", { class: "points", "data-points": seat }, h("b", {}, String(points).replace("-", "−")), h("span", { class: "unit" }, points === 1 ? " point" : " points")),
      h("span", { class: "marks", "data-cards": cards ?? "" },
        cards === null || cards === undefined ? null : markOf({ sign: "ks-back", value: cards, words: `${cards} ${cards === 1 ? "card" : "cards"} in hand`, card: null, seat: null }),
        marks.map(markOf)),
      hand && !isOwn && help ? h("span", { class: "known" }, Object.entries(hand).flatMap(([card, count]) => Array.from({ length: count }, () => help.card(card)))) : null,
      below(seat));
  }));
}

function describe(table, sitting, seat) {
  if (table.you === seat) return sitting.name;
  if (sitting.kind === "nobody") return "";
  if (sitting.kind === "agent") return sitting.name === sitting.agent ? "" : "the computer";  // the title has the technical name
  return sitting.here ? "is here" : !sitting.offered ? "is away" : table.listed ? "free: anyone may join" : "is away, the seat is offered";
}
