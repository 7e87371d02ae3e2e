// The game in words, decision by decision.

import { button, h } from "./dom.js";
import { marker } from "./seats.js";

export class Log {
  // `ongo(number)` is called where a decision is chosen, to look at what it led to.
  constructor(ongo) {
    this.entries = new Map();
    this.ongo = ongo;
    this.list = h("ol");
    this.room = h("div", { class: "log", role: "log", "aria-label": "The game so far", tabindex: 0 }, this.list);
    this.element = h("section", { class: "panel story" }, h("h2", {}, "The game so far"), this.room);
  }

  // Add what is new in a state, and mark the decision that led to it.
  show({ log, fresh, number, of }) {
    const isAtEnd = this.room.scrollTop + this.room.clientHeight > this.room.scrollHeight - 60;
    if (fresh) {
      this.list.replaceChildren();
      this.entries.clear();
    }
    for (const line of log) this.entries.set(line.number, this.list.appendChild(this.item(line)));
    for (const [other, item] of this.entries) {
      if (other === number) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    }
    if (number < of) this.scrollTo(this.entries.get(number));
    else if (isAtEnd || fresh) this.room.scrollTop = this.room.scrollHeight;
  }

  scrollTo(item) {
    if (!item) return;
    const top = item.offsetTop - this.room.offsetTop;
    if (top < this.room.scrollTop || top + item.offsetHeight > this.room.scrollTop + this.room.clientHeight) {
      this.room.scrollTop = top - this.room.clientHeight / 2;
    }
  }

  // By keys one walks with the arrows; so many lines are no stops on the way.
  item({ number, seat, lines }) {
    const words = lines.map((line, i) => h(i === 0 ? "strong" : "span", {}, line));
    return h("li", {}, marker(seat), button(words, () => this.ongo(number), { class: "line", tabindex: -1 }));
  }
}
