// The log: a description of each decision.

import { h } from "../common/dom.js";
import { marker } from "../common/seats.js";

export class Log {
  // `onselect(number)` is called when a decision is selected, to show the position after it. `help` explains cards,
  // `replay(line)` returns a button that shows the battle that a decision settled, or null.
  constructor(onselect, help, replay) {
    this.entries = new Map();
    this.texts = new Map();
    this.newest = null;  // the newest line, and how often it has been told
    this.onselect = onselect;
    this.help = help;
    this.replay = replay;
    this.list = h("ol");
    this.aim = h("div", { class: "aim" });
    this.scroller = h("div", { class: "log", role: "log", "aria-live": "off", "aria-label": "The game so far", tabindex: 0 }, this.aim, this.list);
    this.isAtEnd = true;
    this.shown = null;
    this.frame = 0;
    this.size = "";  // of the log and of its contents, when it was scrolled last
    this.scroller.addEventListener("scroll", () => {
      if (this.measure() !== this.size) return;  // not by the user: the page was laid out anew
      this.isAtEnd = this.scroller.scrollTop + this.scroller.clientHeight > this.scroller.scrollHeight - 60;
    });
    new ResizeObserver(() => this.scroll()).observe(this.scroller);
    this.element = h("section", { class: "story" }, this.scroller);
  }

  // Say above the log what the game is about: `aim` are paragraphs.
  introduce(aim) {
    this.aim.replaceChildren(...aim.map(words => h("p", {}, this.help.explained(words))));
  }

  // Add new entries, which announce.js tells screen readers, and mark the decision that led to the shown position.
  show({ log, fresh, number, of }) {
    if (fresh) {
      this.list.replaceChildren();
      this.entries.clear();
      this.texts.clear();
      this.newest = null;
    }
    for (const line of log) this.entries.set(line.number, this.entry(line));
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.entries.get(number)?.setAttribute("aria-current", "step");
    const terms = [...this.list.querySelectorAll(".term")], newest = terms[terms.length - 1]?.closest("li");
    for (const term of terms) term.tabIndex = term.closest("li") === newest ? 0 : -1;
    this.shown = number < of ? this.entries.get(number) : null;
    this.isAtEnd ||= fresh;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.scroll());  // once for all states of a frame, since it lays out the page
  }

  // Return the lines about a decision.
  lines(number) {
    return [...(this.entries.get(number)?.querySelector(".line").children ?? [])].map(line => line.textContent);
  }

  // Show the decision that led to the shown position, or the newest one, unless the user has scrolled away from it.
  scroll() {
    if (this.shown) this.scrollTo(this.shown);
    else if (this.isAtEnd) this.scroller.scrollTop = this.scroller.scrollHeight;
    this.size = this.measure();
  }

  measure() {
    return `${this.scroller.clientHeight} ${this.scroller.scrollHeight}`;
  }

  scrollTo(item) {
    const top = item.offsetTop - this.scroller.offsetTop;
    if (top < this.scroller.scrollTop || top + item.offsetHeight > this.scroller.scrollTop + this.scroller.clientHeight) {
      this.scroller.scrollTop = top - this.scroller.clientHeight / 2;
    }
  }

  // Return the first line about a decision.
  told(number) {
    return this.texts.get(number) ?? `Decision ${number}`;
  }

  // Return the entry of a decision. Decisions in a row that are told in the same words share one.
  entry(line) {
    const { newest } = this, words = [line.seat, ...line.lines].join("\n");
    this.texts.set(line.number, line.lines[0]);
    if (newest?.words === words && !line.scene) {
      newest.times += 1;
      newest.item.querySelector(".times").textContent = ` ×${newest.times}`;
    } else this.newest = { words, times: 1, item: this.list.appendChild(this.item(line)) };
    return this.newest.item;
  }

  // Entries are no tab stops: the arrow keys navigate through the decisions. Of the cards named, the newest ones are.
  item(line) {
    const { number, seat, lines } = line;
    const words = lines.map((line, i) => h(i === 0 ? "strong" : "span", {}, this.help.explained(line), i === 0 ? h("span", { class: "times" }) : null));
    return h("li", {}, marker(seat), h("div", { class: "line", onclick: () => this.onselect(number) }, words, this.replay(line)));
  }
}
