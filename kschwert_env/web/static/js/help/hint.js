// The hint: the best decision and why, in words, for the seat that has to decide.

import { button, h } from "../common/dom.js";

export class Hint {
  // `send` sends a message, `onpoint(targets)` points at targets on the board, `help` explains cards in texts.
  constructor(send, help, onpoint) {
    this.send = send;
    this.help = help;
    this.onpoint = onpoint;
    this.number = null;
    this.ask = button("Hint", () => this.think());
    this.place = h("div", { class: "advice", "aria-live": "polite" });
    this.element = h("div", { class: "aids" }, this.ask, this.place);
    this.clear();
  }

  // Another question is shown: forget the last hint. `isAllowed` tells whether there may be one.
  show(number, isNew, isAllowed) {
    this.ask.hidden = !isAllowed;
    if (isNew) this.clear();
    this.number = number;
  }

  think() {
    Object.assign(this.ask, { disabled: true, textContent: "Looking for the best …" });
    this.place.replaceChildren();
    this.isAsked = true;
    this.send({ type: "hint", number: this.number });
  }

  receive({ words, targets, lines }) {
    if (!this.isAsked) return;  // the question has changed meanwhile
    this.clear();
    this.place.replaceChildren(h("p", {}, "Best: ", h("strong", {}, words)),
      h("ul", {}, lines.map(line => h("li", {}, this.help.explained(line)))));
    this.place.scrollIntoView({ block: "nearest" });
    this.onpoint(targets);
  }

  // The server could not find one.
  failed() {
    this.clear();
  }

  clear() {
    this.isAsked = false;
    Object.assign(this.ask, { disabled: false, textContent: "Hint" });
    this.place.replaceChildren();
  }
}
