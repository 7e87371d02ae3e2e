// Cards that explain themselves: picture, cost, effect, points and rules of any card, building, event or figure, on hover,
// long press and focus. Elements with the attribute data-card show what has that id.

import { all, button, dialog, h, picture } from "../common/dom.js";
import { openRules } from "./rules.js";

const HOVER = 500;  // time until help appears, in milliseconds
export const LONG_PRESS = 450;  // the same for a press
const TOLERANCE = 10;  // movement in pixels that still is a press
const MOST_PICTURES = 60;  // pictures in one request

export class CardHelp {
  // `send` sends a message to the server, which has the pictures.
  constructor(send) {
    this.send = send;
    this.entries = new Map();
    this.tables = [];
    this.pictures = new Map();
    this.waiting = [];
    this.names = null;
    this.game = null;
    this.box = null;
    this.pressed = null;
    /** @type {[string, (event: any) => void, boolean?][]} */
    this.listeners = [
      ["pointerover", event => this.hover(event)],
      ["pointerdown", event => this.press(event)],
      ["pointermove", event => this.move(event)],
      ["pointerup", () => clearTimeout(this.pressing)],
      ["pointercancel", () => clearTimeout(this.pressing)],
      ["contextmenu", event => { if (event.pointerType !== "mouse" && cardAt(event) !== null) event.preventDefault(); }],
      ["focusin", event => this.focus(event)],
      ["click", event => this.click(event), true],
      ["keydown", event => { if (event.key === "Escape") this.hide(); }],
    ];
    for (const listener of this.listeners) addEventListener(...listener);
  }

  close() {
    this.hide();
    for (const listener of this.listeners) removeEventListener(...listener);
  }

  load(tables, game) {
    Object.assign(this, { tables, game });
    for (const entry of tables.flatMap(table => table.entries)) {
      this.entries.set(entry.id, [...(this.entries.get(entry.id) ?? []), entry]);
    }
    const names = this.names = new Map([...this.entries].map(([id, [{ name }]]) => [name.toLowerCase(), id]));
    const longestFirst = [...names.keys()].filter(name => name.length > 2).sort((one, other) => other.length - one.length);
    this.pattern = new RegExp(`\\b(${longestFirst.map(name => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})(?:e?s)?\\b`, "gi");
  }

  // Return the name of a card.
  name(id) {
    const name = this.entries.get(id)?.[0].name ?? id.replaceAll("_", " ");
    return name.charAt(0).toUpperCase() + name.slice(1);
  }

  // Return a text as an array of texts and of names that explain themselves.
  explained(text) {
    if (!this.pattern) return [text];
    const parts = [];
    let end = 0;
    for (const found of text.matchAll(this.pattern)) {
      const after = found.index + found[0].length, mark = /^[.,:;)]/.exec(text.slice(after))?.[0] ?? "";
      parts.push(text.slice(end, found.index), h("span", { class: "together" }, this.term(this.names.get(found[1].toLowerCase()), found[0]), mark));
      end = after + mark.length;
    }
    return [...parts, text.slice(end)];
  }

  // Return a name as a button that explains the card.
  term(id, words) {
    return button(words, event => {
      event.stopPropagation();
      const at = event.target.getBoundingClientRect();
      this.show(id, at.left, at.bottom, true);
    }, { class: "term", "data-card": id, tabindex: -1 });
  }

  // Return whether words are only the name of a card, which its picture says.
  isName(id, words) {
    return this.entries.get(id)?.some(({ name }) => name.toLowerCase() === words.toLowerCase()) ?? false;
  }

  // Return a card as an element: its picture, which may come later, or else its name.
  card(id) {
    const place = h("span", { class: "card-picture", "data-card": id });
    this.need(id, drawing => (drawing ? place.replaceChildren(picture(drawing)) : null));
    return place;
  }

  // Call a function with the picture of a card, or null if it has none.
  need(id, use) {
    const known = this.pictures.get(id);
    if (known === undefined) {
      if (this.waiting.length === 0) queueMicrotask(() => this.ask());
      this.pictures.set(id, [use]);
      this.waiting.push(id);
    } else if (Array.isArray(known)) known.push(use);
    else use(known);
  }

  ask(cards = this.waiting.splice(0)) {
    for (let i = 0; i < cards.length; i += MOST_PICTURES) {
      this.send({ type: "pictures", cards: cards.slice(i, i + MOST_PICTURES) });
    }
  }

  receive(pictures) {
    for (const [id, drawing] of Object.entries(pictures)) {
      const uses = this.pictures.get(id);
      this.pictures.set(id, drawing);
      if (Array.isArray(uses)) for (const use of uses) use(drawing);
    }
  }

  // The line is new, so pictures that were asked for may never come.
  askAgain() {
    this.ask([...this.pictures].filter(([, uses]) => Array.isArray(uses)).map(([id]) => id));
  }

  // -- when help appears --------------------------------------------------------------------------------------

  hover(event) {
    if (event.pointerType !== "mouse" || this.box?.contains(event.target)) return clearTimeout(this.hiding);
    clearTimeout(this.opening);
    this.isStill = event.clientX === this.mouse?.x && event.clientY === this.mouse?.y;  // the page has changed below the mouse
    if (this.isStill) return;
    this.mouse = { x: event.clientX, y: event.clientY };
    const card = cardAt(event);
    if (card !== this.pressed) this.pressed = null;
    if (card !== null && card === this.box?.dataset.of) clearTimeout(this.hiding);
    else if (card !== null && card !== this.pressed) this.opening = setTimeout(() => this.show(card, event.clientX, event.clientY), HOVER);
    else if (this.box && !this.isPinned) this.hiding = setTimeout(() => this.hide(), HOVER);
  }

  press(event) {
    this.isPressed = false;
    if (this.box && !this.box.contains(event.target)) this.hide();
    clearTimeout(this.opening);
    const at = cardAt(event), card = event.pointerType === "mouse" ? null : at;
    if (event.pointerType === "mouse") this.pressed = at;  // who plays with a card does not ask about it
    if (card === null) return;
    this.from = [event.clientX, event.clientY];
    this.pressing = setTimeout(() => {
      this.isPressed = true;
      this.show(card, ...this.from, true);
    }, LONG_PRESS);
  }

  move(event) {
    if (this.isStill && event.pointerType === "mouse") this.hover(event);
    if (event.pointerType === "mouse") this.mouse = { x: event.clientX, y: event.clientY };
    if (this.from && Math.hypot(event.clientX - this.from[0], event.clientY - this.from[1]) > TOLERANCE) clearTimeout(this.pressing);
  }

  // The click at the end of a long press decides nothing.
  click(event) {
    if (!this.isPressed) return;
    this.isPressed = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  focus(event) {
    if (!event.target.matches?.(":focus-visible") || this.box?.contains(event.target)) return;
    const id = event.target.dataset?.card ?? event.target.closest?.("[data-card]")?.dataset.card;
    const at = event.target.getBoundingClientRect();
    if (id) this.show(id, at.left + at.width / 2, at.bottom);
    else this.hide();
  }

  // -- what it shows ------------------------------------------------------------------------------------------

  show(id, x, y, isPinned = false) {
    const entries = this.entries.get(id);
    this.hide();
    if (!entries) return;
    this.isPinned = isPinned;
    this.box = h("div", { class: "card-help", role: "group", "aria-label": "About this card", "aria-live": "polite", "data-of": id, onpointerleave: () => {
      if (!this.isPinned) this.hiding = setTimeout(() => this.hide(), HOVER);
    } }, this.card(id), h("div", {}, entries.map(entry => this.entry(entry))));
    const at = document.elementFromPoint(x, y);
    (document.querySelector("dialog[open]") ?? document.body).append(this.box);
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const place = placeFor(at, x, y, width, height);
    for (const [name, value] of Object.entries(place)) this.box.style[name] = `${value}px`;
  }

  hide() {
    clearTimeout(this.opening);
    clearTimeout(this.hiding);
    this.box?.remove();
    this.box = null;
  }

  // Return the description of one card.
  entry({ name, copies, cost, effect, values, rules }) {
    const facts = [cost && ["Cost", cost], values && ["Counts", values], copies && ["Copies", String(copies)]].filter(Boolean);
    return h("section", {}, h("strong", {}, name.charAt(0).toUpperCase() + name.slice(1)),
      effect ? h("p", {}, effect) : null,
      facts.length ? h("p", { class: "facts" }, facts.map(([title, value]) => h("span", {}, h("b", {}, `${title} `), value))) : null,
      rules ? h("p", {}, "Rules ", rules.split(", ").map(id => button(id, () => {
        this.hide();
        openRules(this.game, id);
      }, { class: "link" }))) : null);
  }

  // Show all cards in a dialog.
  openAll() {
    dialog("Cards and signs", h("div", { class: "all-cards" }, this.tables.map(({ title, entries }) => [
      h("h3", {}, title), h("ul", {}, entries.map(entry => h("li", { "data-id": entry.id }, this.card(entry.id), this.entry(entry))))])
      .flat()));
  }
}

// Return where help about an element at a point is, so that it does not cover the cards around it: on a wide screen over the
// panel beside the board, and left of the panel for what is in it; above the hand and the question; otherwise near the point.
function placeFor(element, x, y, width, height) {
  const within = (least, at, most) => Math.max(least, Math.min(at, most));
  const left = within(8, x + 12, innerWidth - width - 8), lowest = innerHeight - height - 8;
  const above = { bottom: within(8, innerHeight - y + 16, innerHeight - 8) };  // a picture that comes later needs room
  const side = innerWidth > 760 && !element?.closest("dialog") ? document.querySelector(".table > .side")?.getBoundingClientRect() : null;
  if (side && element?.closest(".stage")) return { left: side.left, maxWidth: side.width, top: side.top };
  if (side && element?.closest(".side")) return { right: innerWidth - side.left + 8, ...(y < innerHeight / 2 ? { top: y - 24 } : above) };
  if (element?.closest(".hand, .tiles")) return { left, bottom: innerHeight - document.querySelector(".choices").getBoundingClientRect().top + 4 };
  return { left, ...(y + 16 < lowest ? { top: y + 16 } : above) };
}

// Return the card that an event points at, or null: that of the uppermost element with a card, also below the outlines of the board.
function cardAt(event) {
  for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
    const owner = element.closest("[data-card]");
    if (owner) return owner.getAttribute("data-card");
    if (element.closest(".panel, .choices, .menu, dialog, #rules") && !element.closest(".stage")) return null;
  }
  return cardAround(event);
}

// Return the card of the smallest thing in the picture around a point, such as a line of a table between its words.
function cardAround({ clientX: x, clientY: y }) {
  const things = all(":is(.sheet > svg:first-child, .lists > svg) [data-card]").map(thing => ({ thing, box: thing.getBoundingClientRect() }));
  const around = things.filter(({ box }) => box.width > 0 && box.left <= x && x <= box.right && box.top <= y && y <= box.bottom);
  around.sort((one, other) => one.box.width * one.box.height - other.box.width * other.box.height);
  return around.length ? around[0].thing.dataset.card : null;
}
