// The graph of win chances over the game: axes, a line and a legend entry for each seat, turns, and costly decisions.

import { h, s } from "../common/dom.js";
import { colour, DASHES, marker, name } from "../common/seats.js";

const WIDTH = 340, HEIGHT = 170;
const LEFT = 46, RIGHT = 8, TOP = 8, BOTTOM = 34;  // margins for the axes
const MOST_LABELS = 6;  // labels of turns
const FIRST_LABEL = 46, LABEL = 24;  // width of "turn 1", and of other labels

// Return the graph of `points` (win chances by seat, or null) with the turn player of each point. A click shows a decision.
export function drawGraph(table, { points, turns, costly }, number, onselect) {
  const last = points.length - 1;
  const x = at => LEFT + (WIDTH - LEFT - RIGHT) * at / last;
  const y = share => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share;
  const drawing = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": "Win chances by player over the game" },
    [0, 0.25, 0.5, 0.75, 1].flatMap(share => level(share, y(share))), ticks(turnStarts(turns), x),
    table.seats.flatMap((_, seat) => line(points, seat, x, y)),
    s("line", { class: "now", x1: x(number), x2: x(number), y1: TOP, y2: HEIGHT - BOTTOM }),
    costly.map(mistake => s("path", { class: "costly", d: `M${x(mistake.number)} ${HEIGHT - BOTTOM + 2}l-4 8h8z` },
      s("title", {}, `${name(table, mistake.seat)}: ${mistake.done}`))));
  drawing.addEventListener("click", event => {
    const box = drawing.getBoundingClientRect(), at = (event.clientX - box.left) / box.width * WIDTH;
    onselect(Math.max(0, Math.min(last, Math.round(last * (at - LEFT) / (WIDTH - LEFT - RIGHT)))));
  });
  return [drawing, legend(table, costly.length > 0)];
}

// Return how far the server has come with a graph, in words.
export function progress({ points, left }) {
  return left === null ? `Looking at the game: position ${points.filter(Boolean).length} of ${points.length} …` : `Looking closer at decisions: ${left} left.`;
}

const level = (share, y) => [s("line", { class: share === 0.5 ? "half" : "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y }),
  share * 100 % 50 === 0 ? s("text", { class: "scale", x: LEFT - 4, y: y + 4, "text-anchor": "end" }, `${100 * share} %`) : null];

function line(points, seat, x, y) {
  const places = points.flatMap((win, number) => (win ? [`${x(number).toFixed(1)},${y(win[seat]).toFixed(1)}`] : []));
  return [s("polyline", { class: "edge", points: places.join(" ") }),
    s("polyline", { points: places.join(" "), stroke: colour(seat), "stroke-dasharray": DASHES[seat] })];
}

// Return the points with which a turn begins: the player on turn has changed.
function turnStarts(turns) {
  return turns.flatMap((player, number) => (number === 0 || player !== turns[number - 1] ? [number] : []));
}

// Draw a tick at the beginning of each turn, as far as they can be told apart, and labels at some.
function ticks(starts, x) {
  const base = HEIGHT - BOTTOM, each = Math.ceil(starts.length / 60), labelled = each * Math.ceil(starts.length / each / MOST_LABELS);
  const isFree = i => i % labelled === 0 && (i === 0 || x(starts[i]) - LABEL / 2 > x(starts[0]) + FIRST_LABEL);
  return [starts.map((number, i) => (i % each === 0
    ? s("line", { class: "tick", x1: x(number), x2: x(number), y1: base, y2: base + (isFree(i) ? 12 : 5) }) : null)),
  starts.map((number, i) => (isFree(i)
    ? s("text", { class: "scale", x: x(number), y: base + 23, "text-anchor": i === 0 ? "start" : "middle" }, i === 0 ? "turn 1" : String(i + 1)) : null))].flat(2);
}

function legend(table, hasMistakes) {
  return h("ul", { class: "legend", "aria-label": "Lines of the graph" }, table.seats.map((_, seat) => h("li", {}, marker(seat),
    s("svg", { viewBox: "0 0 36 8", "aria-hidden": "true" }, s("line", { x1: 0, x2: 36, y1: 4, y2: 4, stroke: colour(seat),
      "stroke-width": 3, "stroke-dasharray": DASHES[seat] })), name(table, seat))),
  hasMistakes ? h("li", {}, s("svg", { viewBox: "0 0 12 10", "aria-hidden": "true" }, s("path", { class: "costly", d: "M6 0l-5 10h10z" })), "mistake") : null);
}
