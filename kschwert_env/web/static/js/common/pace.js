// The pace of pictures: how fast cards are revealed and pieces move. It is remembered.

import { h } from "./dom.js";
import { store, stored } from "./storage.js";

const KEY = "kschwert pace of scenes";

/** @type {{ name: string, title: string, card: number, factor: number }[]} */
const PACES = [
  { name: "slow", title: "Slow", card: 1400, factor: 2 },
  { name: "normal", title: "Normal", card: 500, factor: 1 },
  { name: "fast", title: "Fast", card: 200, factor: 0.5 },
  { name: "none", title: "Off", card: 0, factor: 0 },
];

// Return the chosen pace: the time of a card in milliseconds, and a factor of all other times.
export function pace() {
  const name = stored(KEY, "normal");
  return PACES.find(each => each.name === name) ?? PACES[1];
}

// Return a list to choose the pace.
export const paceList = onchange => h("select", { "aria-label": "Animations", onchange: event => {
  store(KEY, event.target.value);
  onchange();
} }, PACES.map(({ name, title }) => h("option", { value: name, selected: name === pace().name }, title)));
