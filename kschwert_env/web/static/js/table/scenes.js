// Battles, attacks and revolts as scenes: both sides, their cards one by one, the sums, and the result.

import { button, h } from "../common/dom.js";
import { marker } from "../common/seats.js";
import { stored, store } from "../common/storage.js";

const PACE = "kschwert pace of scenes";
const PACES = [["slow", "Slowly", 1400], ["normal", "Normal", 700], ["fast", "Fast", 250], ["none", "All at once", 0]];

export class Scenes {
  // `help` has the pictures of cards.
  constructor(help) {
    Object.assign(this, { help, all: new Map(), waiting: [], box: null });
    this.last = button("Last battle", () => this.open(this.latest(), false), { class: "last-battle", hidden: true });
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
  }

  // Take the new lines of the log. Battles of the present are shown; those before the page was opened, only on request.
  receive({ log, fresh, number, of }) {
    if (fresh) this.all.clear();
    for (const line of log) {
      if (!line.scene) continue;
      this.all.set(line.number, line.scene);
      if (!fresh && number === of) this.waiting.push(line.scene);
    }
    this.number = number;
    const latest = this.latest();
    this.last.hidden = latest === undefined;
    this.next();
  }

  // Return the last battle before the shown position.
  latest() {
    const numbers = [...this.all.keys()].filter(number => number <= this.number);
    return this.all.get(Math.max(...numbers));
  }

  // Return a button that shows the battle that a decision settled, or null.
  replay(line) {
    return line.scene ? button("Show", event => {
      event.stopPropagation();
      this.open(line.scene, false);
    }, { class: "link", "aria-label": `Show: ${line.scene.title}` }) : null;
  }

  next() {
    if (this.box === null && this.waiting.length > 0) this.open(this.waiting.shift(), true);
  }

  // Show a battle. `isNew` says that it has just happened.
  open(scene, isNew) {
    this.close();
    this.parts = [];
    const sides = scene.sides.map(side => this.side(side));
    const lines = h("div", { class: "result", "aria-live": "polite" }, scene.lines.map(line => this.part(h("p", {}, this.help.explained(line)))));
    this.pace = h("select", { "aria-label": "Pace", onchange: () => {
      store(PACE, this.pace.value);
      this.reveal();
    } }, PACES.map(([value, words]) => h("option", { value, selected: value === chosenPace() }, words)));
    const go = button("Continue", () => this.box.close(), { class: "main" });
    this.box = h("dialog", { class: "scene", "aria-labelledby": "scene-title", onclose: event => {
      if (event.target !== this.box) return;
      this.close();
      this.next();
    } }, h("h2", { id: "scene-title" }, scene.title), h("div", { class: "sides" }, sides[0], h("span", { class: "against", "aria-hidden": "true" }, "⚔"), sides[1]),
      lines, h("div", { class: "row" }, go, h("label", {}, "Pace ", this.pace)));
    this.box.dataset.new = isNew;
    document.body.append(this.box);
    this.box.showModal();
    go.focus();
    this.reveal();
  }

  // Return one side. Its cards, and then its sum, appear one after the other.
  side({ seat, title, cards, total }) {
    const sum = h("strong", { class: "sum" }, "0");
    let strength = 0;
    const items = cards.map(card => {
      strength += card.value ?? 0;
      return this.part(h("li", {}, card.is_card ? this.help.card(card.card) : null, h("span", { "data-card": card.card }, card.words),
        card.value === null ? null : h("b", {}, card.value < 0 ? `−${-card.value}` : `+${card.value}`)), sum, String(strength));
    });
    const end = total === null ? [] : [h("p", { class: "total" }, "Strength ", sum)];
    if (total !== null) this.part(sum, sum, String(total));
    return h("section", { class: "side" }, h("h3", {}, marker(seat), title),
      h("ul", {}, items.length ? items : h("li", { class: "none shown" }, "no cards")), end);
  }

  // Add a part that is revealed in its turn, with what the sum of its side then is.
  part(element, sum = null, words = "") {
    this.parts.push({ element, sum, words });
    return element;
  }

  // Reveal all parts at the chosen pace, or at once.
  reveal() {
    clearInterval(this.timer);
    const step = () => {
      const { element, sum, words } = this.parts.shift();
      element.classList.add("shown");
      if (sum) sum.textContent = words;
      if (this.parts.length === 0) clearInterval(this.timer);
    };
    const pause = this.still.matches ? 0 : PACES.find(([value]) => value === this.pace.value)[2];
    if (pause === 0) while (this.parts.length > 0) step();
    else if (this.parts.length > 0) this.timer = setInterval(step, pause);
  }

  close() {
    clearInterval(this.timer);
    const { box } = this;
    this.box = null;
    box?.remove();
  }
}

function chosenPace() {
  const pace = stored(PACE, "normal");
  return PACES.some(([value]) => value === pace) ? pace : "normal";
}
