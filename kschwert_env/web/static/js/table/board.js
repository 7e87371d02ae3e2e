// The board: the server's picture, and above it a layer with a button for each target that has legal actions.

import { all, focused, h, picture, s, setTabStop } from "../common/dom.js";
import { renew } from "../common/renew.js";
import { LONG_PRESS } from "../help/help.js";

const PAD = 2;  // padding around targets that are not fields, in units of the picture
const PAD_POINTED = 5;  // the same for the broad outline of a guide
const MANY = 60;  // outlines from which they are fine, so that they cover no numbers
const ZOOMS = [1, 1.5, 2, 3];
const MOST_ZOOM = 4;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  // `touchables()` returns what can be touched: [{target, words, look, chosen}]. `ontouch(target, element, isChosen)` is
  // called for these, `onask(target)` for all other targets. `pointed` are targets that a guide points at.
  constructor(touchables, ontouch, onask) {
    this.touchables = touchables;
    this.ontouch = ontouch;
    this.onask = onask;
    this.zoom = 1;
    this.press = null;
    this.state = null;
    this.boxes = new Map();
    this.changes = [];
    this.pointed = [];
    this.stage = h("div", { class: "stage", tabindex: 0, role: "region", "aria-label": "The board" });
    this.bigger = h("button", { type: "button", class: "zoom", onclick: () => this.enlarge() }, "Zoom");
    this.key = key();
    this.element = h("section", { class: "board", "aria-label": "Board" }, this.stage);
    this.listenForPinches();
  }

  // Read the picture of a state.
  load(state) {
    if (state.svg !== this.state?.svg || this.state === null) {
      const next = picture(state.svg);
      next.setAttribute("role", "img");
      next.setAttribute("aria-label", "");
      if (!this.drawing || renew(this.drawing, next) !== this.drawing) this.hold(next);
    }
    this.drawing.setAttribute("aria-label", `The board: ${state.question?.words ?? "the game is over"}`);
    this.state = state;
  }

  // Take a picture of another kind, such as the first one.
  hold(drawing) {
    this.drawing = drawing;
    this.layer = s("svg");
    this.sheet = h("div", { class: "sheet" }, this.drawing, this.layer);
    this.stage.replaceChildren(this.sheet);
    // Chromium sometimes sends no click for a <use> element, so the press and its end are compared here.
    this.drawing.addEventListener("pointerdown", event => { this.press = { target: targetOf(event), time: event.timeStamp }; });
    this.drawing.addEventListener("pointerup", event => this.asked(event));
  }

  // Return whether a target is in the picture.
  has(target) {
    return this.drawing.querySelector(`[data-target="${CSS.escape(target)}"]`) !== null;
  }

  // Draw a state; `marks` are labels of the analysis on targets: [{target, words, share}].
  show(state, marks = []) {
    const before = focused()?.dataset?.touch;
    this.marks = marks;
    this.load(state);
    const layer = s("svg", { class: "layer", role: "group", "aria-label": "What can be done on the board" });
    this.layer.replaceWith(layer);
    this.layer = layer;
    this.resize();
    this.layer.setAttribute("viewBox", this.drawing.getAttribute("viewBox"));
    this.findBoxes();
    this.markChanges();
    this.key.hidden = this.changes.length === 0 || state.over;
    if (state.last) this.outline(state.last, "last");
    this.touches = this.touchables().flatMap(touchable => this.touchable(touchable));
    for (const target of this.pointed) this.outline(target, "pointed", PAD_POINTED);
    this.layer.classList.toggle("fine", this.touches.length > MANY);
    for (const mark of marks) this.mark(mark);
    this.infos = this.explainable();
    const focusedAgain = before && this.touches.find(touch => touch.dataset.touch === before);
    setTabStop(this.infos, this.infos[0]);
    setTabStop(this.touches, focusedAgain ?? this.touches[0]);
    focusedAgain?.focus();
    if (this.zoom > 1 && state.number !== this.shownNumber) this.bringIntoView();
    this.shownNumber = state.number;
  }

  // Scroll a board that is wider than its stage to the first thing that can be touched, if none is visible.
  bringIntoView() {
    const { left, right } = this.stage.getBoundingClientRect();
    const middles = this.touches.map(touch => centre(touch)[0]);
    if (middles.length === 0 || middles.some(x => x > left && x < right)) return;
    this.stage.scrollLeft += middles[0] - (left + right) / 2;
  }

  // Scroll the board to the first thing that can be touched, or that a guide points at, if it lies outside.
  reveal() {
    const first = this.touches[0] ?? this.layer.querySelector(".pointed");
    first?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // -- size ---------------------------------------------------------------------------------------------------

  enlarge() {
    this.zoom = ZOOMS.find(zoom => zoom > this.zoom + 0.01) ?? 1;
    this.resize();
    this.bringIntoView();
  }

  // Fit the picture into the stage, or enlarge it.
  resize() {
    this.stage.classList.toggle("zoomed", this.zoom > 1);
    Object.assign(this.sheet.style, { width: `${100 * this.zoom}%`, height: `${100 * this.zoom}%` });
  }

  // Two fingers enlarge the picture around the point between them.
  listenForPinches() {
    const fingers = new Map();
    let before = null;
    const apart = () => {
      const [one, other] = [...fingers.values()];
      return Math.hypot(one.x - other.x, one.y - other.y);
    };
    const release = event => {
      fingers.delete(event.pointerId);
      before = null;
    };
    this.stage.addEventListener("pointerdown", event => {
      if (event.pointerType === "touch") fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    this.stage.addEventListener("pointermove", event => {
      if (!fingers.has(event.pointerId)) return;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (fingers.size !== 2) return;
      this.press = null;
      const now = apart(), [one, other] = [...fingers.values()];
      if (before) this.zoomAt(now / before, (one.x + other.x) / 2, (one.y + other.y) / 2);
      before = now;
    });
    for (const type of ["pointerup", "pointercancel", "pointerleave"]) this.stage.addEventListener(type, release);
  }

  zoomAt(factor, x, y) {
    const zoom = Math.max(1, Math.min(MOST_ZOOM, this.zoom * factor)), grown = zoom / this.zoom;
    const box = this.stage.getBoundingClientRect(), { scrollLeft, scrollTop } = this.stage;
    this.zoom = zoom;
    this.resize();
    this.stage.scrollLeft = (scrollLeft + x - box.left) * grown - (x - box.left);
    this.stage.scrollTop = (scrollTop + y - box.top) * grown - (y - box.top);
  }

  // -- what is drawn above the picture ------------------------------------------------------------------------

  // Find the position of each target, and of each card as "card " and its id, in units of the picture.
  findBoxes() {
    const toPicture = this.drawing.getScreenCTM()?.inverse();
    this.boxes = new Map();
    if (!toPicture) return;
    for (const thing of all("[data-target], [data-card]", this.drawing)) {
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
    const dots = all(this.changes.join(), this.drawing).map(thing => {
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
    const things = all("[data-card]", this.drawing).filter(thing => !thing.querySelector("[data-card]")
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
    if (best) setTabStop(all, best);
    return best;
  }
}

// Return the explanation of the dots.
const key = () => h("span", { class: "key hint", hidden: true }, s("svg", { class: "swatch", viewBox: "0 0 18 18", "aria-hidden": "true" },
  s("g", { class: "since" }, s("rect", { x: 3, y: 3, width: 12, height: 12, rx: 3 }), s("rect", { x: 3, y: 3, width: 12, height: 12, rx: 3 }))), "new");

function fillIn(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
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

// Return the target at a press: that below a marker or a building, which are no targets themselves.
const targetOf = event => document.elementsFromPoint(event.clientX, event.clientY)
  .map(element => element.closest(".stage [data-target]")).find(Boolean)?.getAttribute("data-target");

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
