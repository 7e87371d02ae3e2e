// A guided opening: it explains each step, and lets the learner take only the decision that the step is about.

import { ask } from "../common/connection.js";
import { button, h, say } from "../common/dom.js";
import { recall, remember } from "../common/storage.js";

// Create the table of a game's guided opening; return its links, and its seats as `openNewTable` needs them.
export async function createLesson(game) {
  const { seats: number, seed, opponent } = await ask(`api/openings/${game.name}`);
  const seats = Array.from({ length: number }, (_, seat) => (seat === 0 ? { kind: "me" } : { kind: "agent", agent: opponent }));
  const links = await ask("api/tables", { game: game.name, options: {}, seats, seed, analysis: true, forced: false, pace: 1 });
  remember({ token: links.links[0].token, game: game.name, title: game.title, seat: 0, isLesson: true });
  return { links, seats };
}

export const isLesson = token => recall(token)?.isLesson === true;

export class Lesson {
  // `onstep` is called when another step is shown, `onend` when the lesson is over.
  constructor(token, onstep, onend) {
    this.token = token;
    this.onstep = onstep;
    this.onend = onend;
    this.steps = [];
    this.at = 0;
    this.own = 0;
    this.element = h("section", { class: "lesson guide", "aria-label": "Learn by playing" });
  }

  // Load the steps; without them the game goes on without a guide.
  async load(game) {
    try {
      ({ steps: this.steps } = await ask(`api/openings/${game}`));
    } catch (error) {
      say(error.message, true);
      this.end();
      return;
    }
    this.starts = [];
    let start = 0;
    for (const step of this.steps) {
      this.starts.push(start);
      start += step.actions.length;
    }
    this.resume();
    this.onstep();
  }

  // Count the own decisions of the log, which tell the step; return the state with the decision of this step alone.
  narrow(state, you) {
    if (state.fresh) this.own = 0;
    this.own += state.log.filter(({ seat }) => seat === you).length;
    if (this.steps.length === 0) return { ...state, actions: [], selection: null };
    if (state.fresh) this.resume();
    else if (this.isDone && (state.actions.length > 0 || state.over)) this.go(this.at + 1);  // not while others still act
    if (this.isDone && state.actions.length === 0) this.element.querySelector("small").textContent = "Waiting for the others …";
    const isLost = state.actions.length > 0 && this.step.actions.length > 0 && !state.actions.some(({ number }) => number === this.due);
    if (isLost || state.over) {
      if (isLost) say("You decided something else than the guide asked for, so it ends here. The game goes on.");
      this.end();
      return state;
    }
    const due = state.selection ? this.step.actions : [this.due], actions = state.actions.filter(({ number }) => due.includes(number));
    return { ...state, actions, selection: actions.length > 0 ? this.narrowSelection(state.selection) : null };
  }

  // Return a selection with the cards of this step alone.
  narrowSelection(selection) {
    const count = number => this.step.actions.filter(action => action === number).length;
    return selection && { ...selection, isWhole: true, items: selection.items.filter(({ number }) => count(number) > 0)
      .map(item => ({ ...item, count: Math.min(item.count, count(item.number)) })) };
  }

  // Return whether all decisions of the step are taken.
  get isDone() {
    return this.step.actions.length > 0 && this.own >= this.starts[this.at] + this.step.actions.length;
  }

  get step() {
    return this.steps[this.at];
  }

  // Return the decision that is to be taken next, if any.
  get due() {
    return this.step.actions[this.own - this.starts[this.at]];
  }

  // Return the targets in the picture that this step points at.
  get pointed() {
    return this.step?.show ?? [];
  }

  // Show the step that was shown before, or else the first one that follows the decisions taken so far.
  resume() {
    const before = recall(this.token)?.lessonStep ?? -1, start = this.starts?.[before];
    const isFit = start <= this.own && this.own < start + Math.max(1, this.steps[before]?.actions.length);
    if (this.steps.length > 0 && isFit) return this.go(before);
    const next = this.starts?.findIndex(start => start >= this.own) ?? 0;
    if (this.steps.length > 0) this.go(next < 0 ? this.steps.length - 1 : this.starts[next] > this.own ? next - 1 : next);
  }

  go(to) {
    this.at = to;
    remember({ token: this.token, lessonStep: to });
    const { title, text, actions } = this.step, isLast = to === this.steps.length - 1;
    this.element.replaceChildren(
      h("header", {}, h("h2", { tabindex: -1 }, title), h("small", {}, `Step ${to + 1} of ${this.steps.length}`)),
      h("p", { "aria-live": "polite" }, text),
      h("div", { class: "row" },
        actions.length > 0 ? null : button(isLast ? "Play on" : "Next", () => this.next(isLast), { class: "main" }),
        isLast ? null : button("Skip the guide", () => this.end(), { class: "link" })));
    if (this.element.getBoundingClientRect().top < 0) this.element.scrollIntoView();  // on a phone, below which the board lies
  }

  next(isLast) {
    if (isLast) {
      this.end();
      return;
    }
    this.go(this.at + 1);
    this.element.querySelector("h2").focus({ preventScroll: true });
    this.onstep();
  }

  end() {
    remember({ token: this.token, isLesson: false });
    this.element.remove();
    this.onend();
  }
}
