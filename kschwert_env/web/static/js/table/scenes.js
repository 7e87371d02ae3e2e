// Battles, attacks and revolts as scenes: both sides, their cards one by one, the sums, and the result. Only what concerns
// the user stops the game, and at most once until the next own decision; anything else is a line on the board for a moment,
// and so is what others do, and what happens to the user.

import { button, h } from "../common/dom.js";
import { pace, paceList } from "../common/pace.js";
import { marker } from "../common/seats.js";

const FLASH = 2600, NOTE = 4000;  // times that a line about a battle, or another decision, stays on the board, in milliseconds
const MOST_NOTES = 3;

export class Scenes {
  // `help` has the pictures of cards; `clock` is the own one: `isRunning`, and `stopped`, the milliseconds for which it
  // stops. A scene that came by itself never covers a clock that runs. `onend` is called when the clock may run on.
  constructor(help, clock, onend) {
    this.help = help;
    this.clock = clock;
    this.onend = onend;
    this.all = new Map();
    this.box = null;
    this.shown = null;
    this.parts = [];
    this.number = 0;
    this.next = null;  // what to do when the scene is closed
    this.hasStopped = false;  // whether a scene has covered the page since the last own decision
    this.wasOver = true;  // whether the game was over when the last state was shown
    this.last = button("Last battle", () => this.open(this.latest()), { class: "last-battle", hidden: true });
    this.news = h("div", { class: "flashes" });
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.skip = () => this.news.querySelectorAll(".note").forEach(note => note.remove());
    addEventListener("pointerdown", this.skip, true);
  }

  // Take the new lines of the log; `you` is the own seat, or null. Battles before the page was opened are shown on request.
  receive({ log, fresh, number, of, over }, you) {
    const isEnd = over && !this.wasOver;  // then the whole log comes again, with what was hidden
    if (fresh) this.all.clear();
    for (const line of log) {
      if (line.seat === you) this.decided();
      if (line.scene) this.all.set(line.number, line.scene);
      if (number !== of || (fresh && !(isEnd && line.number === of))) continue;
      if (line.scene) this.tell(line.scene, you);
      else if (!over && (line.seat !== you || line.lines.length > 1)) this.note(line);
    }
    this.number = number;
    if (number === of) this.wasOver = over;
    this.followClock();
    this.last.hidden = this.latest() === undefined;
  }

  // After an own decision a battle may stop the game again, and what was told about the last ones has been seen.
  decided() {
    this.hasStopped = false;
    this.news.querySelector("button.flash")?.remove();
  }

  // Let the clock run on after the scene, and end a scene that came by itself when the clock runs on.
  followClock() {
    clearTimeout(this.ending);
    if (this.clock.isRunning && this.box?.dataset.new) {
      this.close();
      this.flash(this.shown, true);
    } else if (this.clock.stopped > 0 && this.box === null) this.onend();
    else if (this.clock.stopped > 0) this.ending = setTimeout(() => this.followClock(), this.clock.stopped + 50);
  }

  // Tell about a battle that has just happened.
  tell(scene, you) {
    const isOwn = you !== null && scene.sides.some(({ seat }) => seat === you);
    if (isOwn && !this.hasStopped && this.box === null && !this.clock.isRunning) {
      this.hasStopped = true;
      this.open(scene);
      this.box.dataset.new = "true";
    } else if (isOwn && this.box !== null) {
      this.also.append(h("p", {}, h("strong", {}, scene.title), ": ", scene.lines[scene.lines.length - 1] ?? ""));
    } else this.flash(scene, isOwn);
  }

  // Show a line about a battle, until the next decision if it was an own one, or for a moment; a click shows all of it.
  flash(scene, stays) {
    const line = button([h("strong", {}, scene.title), ` ${scene.lines.join(" ")}`], () => this.open(scene), { class: "flash" });
    this.news.querySelector("button.flash")?.remove();
    this.news.append(line);
    if (!stays) setTimeout(() => line.remove(), FLASH);
  }

  // Show what a decision was and did for a moment, until something is pressed.
  note({ seat, lines }) {
    const words = lines.join(" "), notes = this.news.querySelectorAll(".note");
    if (notes.length > 0 && notes[notes.length - 1].textContent.endsWith(words)) return;
    if (notes.length === MOST_NOTES) notes[0].remove();
    const note = h("p", { class: "flash note", "aria-hidden": "true" }, marker(seat), h("span", {}, words));
    this.news.append(note);
    setTimeout(() => note.remove(), NOTE);
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
      this.open(line.scene);
    }, { class: "link", "aria-label": `Show: ${line.scene.title}` }) : null;
  }

  // Do something when no scene covers the page.
  whenClosed(act) {
    if (this.box === null) act();
    else this.next = act;
  }

  // Show a battle.
  open(scene) {
    this.close();
    this.shown = scene;
    this.parts = [];
    const sides = scene.sides.map(side => this.side(side));
    const lines = h("div", { class: "result", "aria-live": "polite" }, scene.lines.map(line => this.part(h("p", {}, this.help.explained(line)))));
    const go = button("Continue", () => this.box.close(), { class: "main" });
    this.also = h("div", { class: "also" });
    this.box = h("dialog", { class: "scene", "aria-labelledby": "scene-title", onclose: event => {
      if (event.target === this.box) this.close();
    } }, h("h2", { id: "scene-title" }, scene.title), h("div", { class: "sides" }, sides[0], h("span", { class: "against", "aria-hidden": "true" }, "⚔"), sides[1]),
      lines, this.also, h("div", { class: "row" }, go, h("label", {}, "Pace ", paceList(() => this.reveal()))));
    this.box.addEventListener("click", event => { if (!event.target.closest("button, select")) this.revealAll(); });
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
      return this.part(h("li", {}, card.is_card ? this.help.card(card.card) : null, h("span", { "data-card": card.card, class: card.is_card && this.help.isName(card.card, card.words) ? "unseen" : null }, card.words),
        card.value === null ? null : h("b", {}, card.value < 0 ? `−${-card.value}` : `+${card.value}`)), sum, String(strength));
    });
    const end = total === null ? [] : [h("p", { class: "total" }, "Total ", sum)];
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
    const time = this.still.matches ? 0 : pace().card;
    if (time === 0) this.revealAll();
    else if (this.parts.length > 0) this.timer = setInterval(() => this.revealNext(), time);
  }

  revealNext() {
    const { element, sum, words } = this.parts.shift();
    element.classList.add("shown");
    if (sum) sum.textContent = words;
    if (this.parts.length === 0) clearInterval(this.timer);
  }

  revealAll() {
    while (this.parts.length > 0) this.revealNext();
  }

  close() {
    clearInterval(this.timer);
    clearTimeout(this.ending);
    const { box, next } = this;
    this.box = this.next = null;
    box?.remove();
    next?.();
    if (box !== null && this.clock.stopped > 0) this.onend();
  }

  leave() {
    removeEventListener("pointerdown", this.skip, true);
    this.close();
  }
}
