// The own hand: real cards in a tray below the board. Cards that can be used are raised by a touch, or played.

import { focused, h, setTabStop } from "../common/dom.js";

export class Hand {
  // `touchables()`, `ontouch` and `onask` are those of the board; `help` has the pictures and names of cards.
  constructor(help, touchables, ontouch, onask) {
    this.help = help;
    this.touchables = touchables;
    this.ontouch = ontouch;
    this.onask = onask;
    this.cards = null;
    this.places = new Map();
    this.targets = new Set();
    this.pointed = [];
    this.element = h("section", { class: "hand", role: "group", "aria-label": "Your hand" });
    this.element.addEventListener("keydown", event => this.typed(event));
  }

  has(target) {
    return this.targets.has(target);
  }

  // Take the cards of a state, which `show` draws.
  load({ hand }) {
    this.cards = hand;
    this.targets = new Set((hand ?? []).map(({ target }) => target));
  }

  // Show the cards of a state, with labels of the analysis; elements of cards that stay are kept, so that they can move.
  show(marks = []) {
    const { cards: hand, places } = this;
    const uses = new Map(this.touchables().map(use => [use.target, use]));
    this.element.hidden = hand === null;
    this.places = new Map();
    for (const { card, count, target } of hand ?? []) {
      for (let copy = 0; copy < count; copy += 1) {
        const key = `${target} ${copy}`, place = places.get(key) ?? this.place(card, target);
        this.places.set(key, place);
        const mark = copy === 0 && marks.find(each => each.target === target);
        if (mark) place.element.dataset.mark = mark.words;
        else delete place.element.dataset.mark;
        place.element.classList.toggle("pointed", this.pointed.includes(target));
        update(place, card, copy, uses.get(target), this.help);
      }
    }
    const before = focused(), elements = [...this.places.values()].map(({ element }) => element);
    const stop = elements.includes(before) ? before : elements.find(element => element.classList.contains("can")) ?? elements[0];
    setTabStop(elements, stop);
    if (elements.length !== this.element.children.length || elements.some((card, i) => card !== this.element.children[i])) {
      this.element.replaceChildren(...elements);
      if (elements.includes(before)) before.focus({ preventScroll: true });
    }
  }

  place(card, target) {
    const place = { element: null, use: null };
    place.element = h("button", { type: "button", "data-card": card, "data-target": target, onclick: () => {
      if (place.use) this.ontouch(target, place.element, place.isChosen);
      else this.onask(target);
    } }, this.help.card(card));
    return place;
  }

  // Arrow keys lead from card to card, and Tab comes back to the last one.
  typed(event) {
    const cards = [...this.element.children], step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = cards[(cards.indexOf(focused()) + step + cards.length) % cards.length];
    setTabStop(cards, next);
    next.focus();
  }
}

// Show what a card is good for now; of several equal cards the first ones are chosen.
function update(place, card, copy, given, help) {
  const use = given && copy < (given.most ?? Infinity) ? given : undefined;
  const { element } = place, isChosen = use !== undefined && copy < (use.chosen ?? 0);
  Object.assign(place, { use, isChosen });
  element.classList.toggle("can", use !== undefined);
  element.classList.toggle("chosen", isChosen);
  const name = help.name(card);
  element.setAttribute("aria-label", use ? `${name}: ${isChosen ? "take back" : use.words}` : name);
  if (use?.chosen === undefined) element.removeAttribute("aria-pressed");
  else element.setAttribute("aria-pressed", String(isChosen));
}
