// Motion: pieces drop onto the board, cards fly between hands and the board, crowns change heads. Any press skips it.

import { all, h } from "../common/dom.js";
import { pace } from "../common/pace.js";

const DROP = 350, FLIGHT = 450;  // times at the normal pace, in milliseconds
const MOST = 12;  // pieces that drop at once; more are another position, not a move
const PIECES = "[data-piece], [data-place]";

export class Motion {
  // `element` is the table, `board` and `hand` are its parts.
  constructor(element, board, hand) {
    this.element = element;
    this.board = board;
    this.hand = hand;
    this.before = null;
    this.running = new Map();
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.skip = () => this.finish();
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, this.skip, true);
  }

  close() {
    this.finish();
    for (const type of ["pointerdown", "keydown"]) removeEventListener(type, this.skip, true);
  }

  finish() {
    for (const [each, end] of this.running) {
      each.finish();
      end();
    }
    this.running.clear();
  }

  get isOff() {
    return this.still.matches || pace().factor === 0;
  }

  // Note what lies where, before another state is shown.
  note() {
    if (this.isOff || !this.board.drawing) return;
    this.before = {
      pieces: new Set(pieces(this.board.drawing).map(([key]) => key)),
      cards: [...this.hand.places.values()].map(({ element }) => [element, element.getBoundingClientRect()]),
      counts: this.counts(),
      figures: new Map(this.figures().map(([figure, seat]) => [figure.dataset.card, [seat, figure.getBoundingClientRect()]])),
    };
  }

  // Move what has changed, if one state follows the other; cards of the own seat `you` move in the hand.
  show(isNext, you) {
    const { before } = this;
    this.before = null;
    if (this.isOff || before === null || !isNext) return;
    this.finish();
    const fresh = pieces(this.board.drawing).filter(([key]) => !before.pieces.has(key));
    if (fresh.length <= MOST) for (const [, piece] of fresh) this.drop(piece);
    const known = new Set(before.cards.map(([element]) => element));
    for (const [element, from] of before.cards) if (!element.isConnected) this.fly(element, from, this.last);
    for (const { element } of this.hand.places.values()) if (!known.has(element)) this.arriveFrom(element, this.middle);
    this.counts().forEach((count, seat) => {
      if (count === before.counts[seat] || this.seat(seat) === null || seat === you) return;
      const place = this.seat(seat).getBoundingClientRect(), back = h("span", { class: "flying-back" });
      if (count > before.counts[seat]) this.fly(back, this.middle, place);
      else this.fly(back, place, this.last);
    });
    for (const [figure, seat] of this.figures()) {
      const [from, place] = before.figures.get(figure.dataset.card) ?? [seat];
      if (from !== seat) this.arriveFrom(figure, place);
    }
  }

  // Places that are measured only where something flies, since that lays out the page.
  get middle() {
    return middleOf(this.board.stage.getBoundingClientRect());
  }

  get last() {
    return this.board.layer.querySelector(".last")?.getBoundingClientRect() ?? this.middle;
  }

  // Return what one seat has at a time, such as a crown, with the seats.
  figures() {
    return all(".seats .figure[data-card]", this.element).map(figure => [figure, figure.closest("li").dataset.seat]);
  }

  counts() {
    return all(".seats [data-cards]", this.element).map(each => Number(each.dataset.cards));
  }

  seat(seat) {
    return this.element.querySelector(`.seats [data-seat="${seat}"] .marks`);
  }

  // Animate an element; `end` is called afterwards.
  run(element, frames, time, end = () => {}) {
    const animation = element.animate(frames, { duration: time * pace().factor, easing: "cubic-bezier(.2,.8,.3,1)", fill: "backwards" });
    this.running.set(animation, end);
    animation.onfinish = () => {
      this.running.delete(animation);
      end();
    };
  }

  drop(piece) {
    this.run(piece, [{ opacity: 0, translate: "0 -26px" }, { opacity: 1, translate: "0 0" }], DROP);
  }

  arriveFrom(element, from) {
    const to = element.getBoundingClientRect();
    const move = `translate(${from.left + from.width / 2 - to.left - to.width / 2}px, ${from.top + from.height / 2 - to.top - to.height / 2}px) scale(.6)`;
    this.run(element, [{ transform: move, opacity: 0.4 }, { transform: "none", opacity: 1 }], FLIGHT);
  }

  // A copy of an element flies from one place to another.
  fly(element, from, to) {
    const copy = element.isConnected ? element.cloneNode(true) : element;
    copy.classList.add("flying");
    copy.setAttribute("aria-hidden", "true");
    Object.assign(copy.style, { left: `${from.left}px`, top: `${from.top}px`, width: `${from.width || 40}px` });
    document.body.append(copy);
    const move = `translate(${to.left + to.width / 2 - from.left - from.width / 2}px, ${to.top + to.height / 2 - from.top - from.height / 2}px) scale(.5)`;
    this.run(copy, [{ transform: "none", opacity: 1 }, { transform: move, opacity: 0.5 }], FLIGHT, () => copy.remove());
  }
}

// Return the pieces of a picture: [key, element]. The key tells what lies where.
function pieces(drawing) {
  return all(PIECES, drawing).map(element => {
    const { x = "", y = "" } = { x: element.getAttribute("x") ?? "", y: element.getAttribute("y") ?? "" };
    const place = element.closest("[transform]")?.getAttribute("transform") ?? "";
    return [`${element.localName} ${place} ${x} ${y} ${Object.values(element.dataset).join(" ")}`, element];
  });
}

const middleOf = box => ({ left: box.left + box.width / 2 - 20, top: box.top + box.height / 2 - 28, width: 40, height: 56 });
