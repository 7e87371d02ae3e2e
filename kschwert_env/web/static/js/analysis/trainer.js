// "Learn from your mistakes": each costly decision as an exercise, one by one.

import { progress } from "./graph.js";
import { button, h } from "../common/dom.js";
import { name } from "../common/seats.js";

const GOOD = 0.02;  // a difference of win chances that does not matter
const fewer = share => `about ${Math.max(1, Math.round(100 * share))} fewer of 100 games`;

export class Trainer {
  // `send` sends a message, `onselect(number)` shows another decision, `onshow()` draws the same decision again, after
  // this was opened or closed, too. `onpoint(targets)` points at targets on the board, `help` explains cards in texts,
  // `onfinish()` shows the summary.
  constructor(send, onselect, onshow, onpoint, help, onfinish) {
    this.send = send;
    this.onselect = onselect;
    this.onshow = onshow;
    this.onpoint = onpoint;
    this.help = help;
    this.onfinish = onfinish;
    this.table = null;
    this.seat = null;
    this.exercises = [];
    this.at = -1;
    this.isWorking = false;
    this.found = null;  // what the server has found so far
    this.title = h("h2", { tabindex: -1 });
    this.count = h("small");
    this.words = h("div", { "aria-live": "polite" });
    this.buttons = h("div", { class: "row" });
    this.element = h("section", { class: "lesson", "aria-label": "Learn from mistakes", hidden: true },
      h("header", {}, this.title, this.count), this.words, this.buttons);
  }

  // Begin to look for the mistakes of a seat.
  look(seat) {
    this.found = { seat, points: [], costly: [], left: null, done: false };
    this.send({ type: "graph", seat });
  }

  // Begin the exercises of a seat; after the game its mistakes may be known, or looked for already.
  start(table, seat) {
    Object.assign(this, { table, seat, exercises: [], at: -1, isWorking: true });
    this.draw("Learn from mistakes", "", ["Looking at the game …"], [this.stopper("Stop")]);
    this.onshow();
    this.title.focus();
    if (table.over && this.found?.seat === seat) this.proceed();
    else this.look(seat);
  }

  receive(message) {
    if (message.seat !== this.found?.seat) return;  // the graph was asked for by others, too
    this.found = message;
    if (this.isWorking) this.proceed();
  }

  // Show the first exercise, or how far the server has come.
  proceed() {
    const { costly, done } = this.found;
    if (done) {
      this.isWorking = false;
      this.exercises = [...costly].sort((one, other) => one.number - other.number);
      this.next();
      return;
    }
    const found = costly.length === 0 ? "" : ` ${costly.length} found so far.`;
    this.words.replaceChildren(h("p", {}, `${progress(this.found)}${found}`));
  }

  // The line was lost, and with it what the server was looking for.
  resume() {
    if (this.found?.done === false) this.look(this.found.seat);
  }

  // The server could not look.
  failed() {
    if (this.isWorking) this.stop();
    else if (!this.found?.done) this.found = null;
  }

  get exercise() {
    return this.exercises[this.at];
  }

  next() {
    this.at += 1;
    if (!this.exercise) {
      this.finish();
      return;
    }
    const { number, done, cost } = this.exercise;
    const who = name(this.table, this.seat);
    this.draw("Find something better", `Mistake ${this.at + 1} of ${this.exercises.length}`,
      [`${who} chose “${done}”. That wins ${fewer(cost)} than the best choice. What is better? Choose as in the game.`],
      [button("Show the answer", () => this.answer()), this.nexter({}), this.stopper("Stop")]);
    this.title.focus();
    this.onpoint([]);
    this.onselect(number);
    this.onshow();  // the server sends nothing if this is the position that is shown
  }

  finish() {
    const words = this.exercises.length > 0 ? "That was the last mistake."
      : "No mistake was found: no decision was worse than another one for sure.";
    this.draw("Learn from mistakes", "", [words], [button("To the summary", () => {
      this.stop();
      this.onfinish();
    }, { class: "main" })]);
    this.title.focus();
    this.onselect(null);
    this.onshow();
  }

  // Return a state of the past with the choices and the knowledge of its seat, if it is the one of the exercise.
  narrow(state) {
    if (this.exercise?.number !== state.number) return state;
    const { svg, actions, purposes, ask } = this.exercise;
    return { ...state, svg, actions, purposes, selection: null, isExercise: true,
      question: state.question && { ...state.question, words: ask ?? state.question.words } };
  }

  tried(number) {
    const { actions, answers, cost } = this.exercise, { words, lost, equal } = actions.find(action => action.number === number);
    if (number === answers.best) this.answer(`“${words}” is the best choice.`);
    else if (number === answers.done) this.say(`“${words}” is what was chosen. Try something else.`);
    else if (lost === null) this.say(`“${words}” was not compared with the best choice. Try again, or see the answer.`);
    else if (equal) this.answer(`“${words}” is about as good as the best choice.`);
    else if (lost < cost - GOOD) this.say(`“${words}” is better, but wins ${fewer(lost)} than the best choice. Try again, or see the answer.`);
    else this.say(`“${words}” wins ${fewer(lost)} than the best choice. Try again, or see the answer.`);
  }

  say(...words) {
    this.words.replaceChildren(this.words.firstChild, ...words.map(each => h("p", {}, each)));
  }

  answer(verdict = null) {
    const { best, lines, target } = this.exercise;
    this.say(...[verdict].filter(Boolean));
    this.words.append(h("p", {}, "Best: ", h("strong", {}, best)), h("ul", {}, lines.map(line => h("li", {}, this.help.explained(line)))));
    this.buttons.replaceChildren(this.nexter({ class: "main" }), this.stopper("Stop"));
    this.onpoint(target === null ? [] : [target]);
  }

  nexter(attributes) {
    return button(this.at === this.exercises.length - 1 ? "Finish" : "Next", () => this.next(), attributes);
  }

  draw(title, count, paragraphs, buttons) {
    this.element.hidden = false;
    this.title.textContent = title;
    this.count.textContent = count;
    this.words.replaceChildren(...paragraphs.map(words => h("p", {}, words)));
    this.buttons.replaceChildren(...buttons);
  }

  stopper(words) {
    return button(words, () => this.stop(), { class: "link" });
  }

  stop() {
    if (this.isWorking) {
      this.send({ type: "stop" });
      this.found = null;
    }
    Object.assign(this, { exercises: [], at: -1, isWorking: false });
    this.element.hidden = true;
    this.onpoint([]);
    this.onselect(null);
    this.onshow();
  }
}
