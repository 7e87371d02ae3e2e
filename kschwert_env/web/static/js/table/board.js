// The board: the server's picture, and above it a layer with a button for each target that has legal actions.

import { h, picture, s } from "../common/dom.js";
import { LONG_PRESS } from "../help/help.js";

const PAD = 2;  // padding around targets that are not fields, in units of the picture
const PAD_POINTED = 5;  // the same for the broad outline of a guide
const MANY = 60;  // outlines from which they are fine, so that they cover no numbers
const ZOOMS = [1, 1.5, 2, 3];
const LEAST_SCALE = 1.005, LEAST_SCALE_NARROW = 10.1 / 12;  // the smallest text of a picture, 12 px, stays legible
const MOST_SCALE = 2, MOST_SCALE_OF_LISTS = 1.3;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  // `touchables()` returns what can be touched: [{target, words, look, chosen}]. `ontouch(target, element, isChosen)` is
  // called for these, `onask(target)` for all other targets. `pointed` are targets that a guide points at.
  constructor(touchables, ontouch, onask) {
    Object.assign(this, {
      touchables, ontouch, onask, zoom: 0, view: null, press: null, state: null, boxes: new Map(), changes: [], more: [], pointed: [],
    });
    this.stage = h("div", { class: "stage", tabindex: 0, role: "region", "aria-label": "The board" });
    this.views = h("div", { class: "views", role: "group", "aria-label": "Parts of the board" });
    this.bigger = h("button", { type: "button", class: "zoom", onclick: () => this.enlarge() }, "Zoom");
    this.element = h("section", { class: "board", "aria-label": "Board" }, this.views, this.stage);
    this.narrow = matchMedia("(max-width: 1000px)");
    this.redraw = () => this.state && this.show(this.state, this.marks);
    this.narrow.addEventListener("change", this.redraw);
  }

  close() {
    this.narrow.removeEventListener("change", this.redraw);
  }

  // Read the picture of a state.
  load(state) {
    if (state.svg !== this.state?.svg || this.state === null) {
      this.drawing = picture(state.svg);
      this.drawing.setAttribute("role", "img");
      this.drawing.setAttribute("aria-label", `The board: ${state.question?.words ?? "the game is over"}`);
      // Chromium sometimes sends no click for a <use> element, so the press and its end are compared here.
      this.drawing.addEventListener("pointerdown", event => { this.press = { target: targetOf(event), time: event.timeStamp }; });
      this.drawing.addEventListener("pointerup", event => this.asked(event));
      this.parts = readViews(this.drawing.dataset.views);
      this.whole = this.drawing.getAttribute("viewBox");
    }
    this.state = state;
  }

  // Draw a state; `marks` are labels of the analysis on targets: [{target, words, share}].
  show(state, marks = []) {
    const focused = document.activeElement?.dataset?.touch;
    this.marks = marks;
    this.load(state);
    this.layer = s("svg", { class: "layer", role: "group", "aria-label": "What can be done on the board" });
    const { scrollLeft, scrollTop } = this.stage;
    this.stage.replaceChildren(h("div", { class: "sheet" }, this.drawing, this.layer));
    this.showParts();
    Object.assign(this.stage, { scrollLeft, scrollTop });
    this.layer.setAttribute("viewBox", this.drawing.getAttribute("viewBox"));
    this.findBoxes();
    this.markChanges();
    if (state.last) this.outline(state.last, "last");
    this.touches = this.touchables().flatMap(touchable => this.touchable(touchable));
    for (const target of this.pointed) this.outline(target, "pointed", PAD_POINTED);
    this.layer.classList.toggle("fine", this.touches.length > MANY);
    for (const mark of marks) this.mark(mark);
    this.infos = this.explainable();
    this.infos.forEach((info, i) => info.setAttribute("tabindex", i === 0 ? "0" : "-1"));
    this.touches.forEach((touch, i) => touch.setAttribute("tabindex", i === 0 ? "0" : "-1"));
    if (focused) this.touches.find(touch => touch.dataset.touch === focused)?.focus();
    if (state.number !== this.shownNumber) this.bringIntoView();
    this.shownNumber = state.number;
  }

  // Scroll a board that is wider than its stage to the first thing that can be touched, if none is visible.
  bringIntoView() {
    const { left, right } = this.stage.getBoundingClientRect();
    const middles = this.touches.map(touch => centre(touch)[0]);
    if (middles.length === 0 || middles.some(x => x > left && x < right)) return;
    this.stage.scrollLeft += middles[0] - (left + right) / 2;
  }

  // Scroll page and board to the first thing that can be touched, or that a guide points at, if it lies outside the screen.
  reveal() {
    const first = this.touches[0] ?? this.layer.querySelector(".pointed");
    first?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // Show the whole picture, or one of its parts: on small screens one at a time, else only lists, which lie outside.
  showParts() {
    const isNarrow = this.narrow.matches && this.parts.length > 0;
    const whole = { name: "Board", box: this.whole };
    const parts = isNarrow ? this.parts : [whole, ...this.parts.filter(part => !isOn(part.box, this.whole))];
    const chosen = parts.find(part => part.name === this.view) ?? (isNarrow ? this.partToActIn() : undefined) ?? parts[0];
    this.drawing.setAttribute("viewBox", chosen.box);
    this.views.replaceChildren(...(parts.length > 1 ? parts.map(part => h("button", {
      type: "button", "aria-pressed": String(part === chosen),
      onclick: () => { this.view = part.name; this.show(this.state, this.marks); },
    }, part.name)) : []), ...this.more, this.key(), this.bigger);
    const [, , width, height] = chosen.box.split(" ").map(Number);
    const fits = isNarrow ? "100%" : `min(100%, (100dvh - 5.5rem) * ${width / height}, ${(chosen === whole ? MOST_SCALE : MOST_SCALE_OF_LISTS) * width}px)`;
    const least = `${(isNarrow ? LEAST_SCALE_NARROW : LEAST_SCALE) * width}px`;
    const sheet = this.stage.firstChild;
    sheet.style.aspectRatio = `${width} / ${height}`;
    sheet.style.width = `calc(${ZOOMS[this.zoom]} * max(${fits}, ${least}))`;
  }

  // Return the explanation of the dots, if there are any.
  key() {
    return h("span", { class: `key hint ${this.changes.length === 0 ? "none" : ""}`, hidden: this.state.over }, s("svg", { class: "swatch", viewBox: "0 0 18 18", "aria-hidden": "true" },
      s("g", { class: "since" }, s("rect", { x: 3, y: 3, width: 12, height: 12, rx: 3 }), s("rect", { x: 3, y: 3, width: 12, height: 12, rx: 3 }))),
    "new since your last decision");
  }

  // Return the part of the picture with the most clickable targets, if there are any.
  partToActIn() {
    const counts = this.parts.map(part => this.touchables().filter(({ target }) =>
      [...this.drawing.querySelectorAll(`[data-target="${CSS.escape(target)}"]`)].some(thing => inside(thing, part))).length);
    const most = Math.max(0, ...counts);
    return most > 0 ? this.parts[counts.indexOf(most)] : undefined;
  }

  enlarge() {
    this.zoom = (this.zoom + 1) % ZOOMS.length;
    this.show(this.state, this.marks);
  }

  // Find the position of each target, and of each card as "card " and its id, in units of the picture.
  findBoxes() {
    const toPicture = this.drawing.getScreenCTM()?.inverse();
    this.boxes = new Map();
    if (!toPicture) return;
    for (const thing of this.drawing.querySelectorAll("[data-target], [data-card]")) {
      const { target, card } = thing.dataset, place = { thing, matrix: toPicture.multiply(thing.getScreenCTM()), box: thing.getBBox() };
      for (const name of [target, card && `card ${card}`].filter(Boolean)) {
        this.boxes.set(name, [...(this.boxes.get(name) ?? []), place]);
      }
    }
  }

  // Draw an outline around all elements of a target.
  outline(target, className, pad = PAD) {
    return (this.boxes.get(target) ?? []).map(place => {
      const around = s("g", { class: className, transform: written(place.matrix) }, outlineOf(place, pad), outlineOf(place, pad));
      this.layer.append(around);
      return around;
    });
  }

  // Draw dots around everything that has changed since one's own last decision: `changes` are selectors.
  markChanges() {
    const toPicture = this.drawing.getScreenCTM()?.inverse();
    if (!toPicture || this.changes.length === 0) return;
    const dots = [...this.drawing.querySelectorAll(this.changes.join())].map(thing => {
      const matrix = toPicture.multiply(thing.getScreenCTM()), place = { thing, box: thing.getBBox() };
      return s("g", { class: "since", transform: written(matrix) }, outlineOf(place), outlineOf(place));
    });
    this.layer.append(...dots);  // after all measurements, each of which would lay out the page again
  }

  // Draw a button around each element of a target; the first `chosen` ones are marked.
  touchable({ target, words, look, chosen = 0 }) {
    return this.outline(target, `can look-${look}`).map((around, i) => {
      const isChosen = i < chosen;
      const { thing } = this.boxes.get(target)[i];
      const card = (thing.closest("[data-card]") ?? thing.querySelector("[data-card]"))?.dataset.card;
      fillIn(around, { role: "button", tabindex: "-1", "aria-label": words, "data-touch": target });
      if (card) around.dataset.card = card;
      if (isChosen) {
        around.classList.add("chosen");
        around.setAttribute("aria-pressed", "true");
      }
      around.append(s("title", {}, words));
      const touch = () => this.ontouch(target, around, isChosen);
      around.addEventListener("click", touch);
      around.addEventListener("keydown", event => this.typed(event, touch, around, this.touches));
      return around;
    });
  }

  // Return an element around each thing that only explains itself, for the keyboard: one tab stop, then arrow keys.
  explainable() {
    const toPicture = this.drawing.getScreenCTM()?.inverse();
    if (!toPicture) return [];
    const things = [...this.drawing.querySelectorAll("[data-card]")].filter(thing => !thing.querySelector("[data-card]")
      && thing.localName !== "tspan");
    const infos = things.map(thing => {
      const matrix = toPicture.multiply(thing.getScreenCTM());
      const around = s("g", { class: "info", transform: written(matrix), role: "img", tabindex: "-1",
        "data-card": thing.dataset.card, "aria-label": thing.dataset.card.replaceAll("_", " ") }, outlineOf({ thing, box: thing.getBBox() }));
      around.addEventListener("keydown", event => this.typed(event, () => {}, around, this.infos));
      return around;
    });
    this.layer.append(s("g", { role: "group", "aria-label": "What lies on the board" }, ...infos));
    return infos;
  }

  // Draw a label of the analysis on the lower edge of a target, so that it does not cover what it marks.
  mark({ target, words, share }) {
    for (const place of (this.boxes.get(target) ?? []).slice(0, 1)) {
      const [x] = middle(place), y = bottom(place);
      const width = 7 * words.length + 8;
      this.layer.append(s("g", { class: "mark", transform: `translate(${x} ${y})`, opacity: 0.7 + 0.3 * share },
        s("rect", { x: -width / 2, y: -8, width, height: 16, rx: 8 }), s("text", { y: 4 }, words)));
    }
  }

  asked(event) {
    const target = targetOf(event), { press } = this;
    this.press = null;
    if (event.button === 0 && target && press?.target === target && event.timeStamp - press.time < LONG_PRESS) this.onask(target);
  }

  typed(event, act, touch, all) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      act();
    } else if (event.key in ARROWS) {
      event.preventDefault();
      event.stopPropagation();
      this.nearest(touch, ARROWS[event.key], all)?.focus();
    }
  }

  // Return the nearest target in a direction; sideways distance counts twice.
  nearest(from, [right, down], all) {
    const at = centre(from);
    let best = null, least = Infinity;
    for (const touch of all) {
      const to = centre(touch), ahead = (to[0] - at[0]) * right + (to[1] - at[1]) * down;
      const aside = Math.abs((to[0] - at[0]) * down + (to[1] - at[1]) * right);
      const cost = ahead + 2 * aside;
      if (touch !== from && ahead > 1 && cost < least) [best, least] = [touch, cost];
    }
    if (best) {
      for (const touch of all) touch.setAttribute("tabindex", touch === best ? "0" : "-1");
    }
    return best;
  }
}

function fillIn(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

// Return whether a part lies on the picture, and not outside.
function isOn(part, whole) {
  const [, y] = part.split(" ").map(Number), [, top, , height] = whole.split(" ").map(Number);
  return y < top + height;
}

const readViews = given => (given ? given.split("|") : []).map(part => {
  const at = part.lastIndexOf(":");
  return { name: part.slice(0, at), box: part.slice(at + 1) };
});

function inside(thing, part) {
  const [x, y, width, height] = part.box.split(" ").map(Number);
  const matrix = thing.ownerSVGElement.getScreenCTM()?.inverse().multiply(thing.getScreenCTM());
  if (!matrix) return false;
  const [u, v] = middle({ matrix, box: thing.getBBox() });
  return u >= x && u <= x + width && v >= y && v <= y + height;
}

function middle({ matrix, box }) {
  const point = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrix);
  return [point.x, point.y];
}

const bottom = ({ matrix, box }) => new DOMPoint(box.x + box.width / 2, box.y + box.height).matrixTransform(matrix).y;

function centre(touch) {
  const box = touch.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

const targetOf = event => event.target.closest("[data-target]")?.dataset.target;

const written = m => `matrix(${m.a} ${m.b} ${m.c} ${m.d} ${m.e} ${m.f})`;

// Return the outline of an element: the shape of a field, else a box.
function outlineOf({ thing, box }, pad = PAD) {
  const href = thing.getAttribute("href");
  const shape = href && thing.ownerSVGElement.querySelector(href);
  if (shape?.localName === "path") {
    const at = `translate(${thing.getAttribute("x") ?? 0} ${thing.getAttribute("y") ?? 0})`;
    return s("path", { d: shape.getAttribute("d"), transform: at });  // a copy: clicks on <use> can be lost in Chromium
  }
  return s("rect", {
    x: box.x - pad, y: box.y - pad, width: box.width + 2 * pad, height: box.height + 2 * pad, rx: 5,
  });
}
