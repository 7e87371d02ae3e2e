// The action panel: the question, what can be done with costs, the answers, and reasons why something can't be done.

import { button, dialog, focused, h, s, say } from "../common/dom.js";
import { closeMenu, openMenu } from "./menu.js";
import { Purposes } from "./purposes.js";
import { openRules, withRuleLinks } from "../help/rules.js";
import { name } from "../common/seats.js";
import { Selection } from "./selection.js";


const FEW = 8, SOME = 18, EXPLAINED = 3;  // numbers of cards to choose from up to which they are large, or smaller; number of answers with effects

export class ActionPanel {
  // `help` has the cards; `isShown(target)` tells whether something can be touched; `send` sends a message; `onanswer(number, actions)` takes an answer and returns whether it counts; `onchange` draws
  // the outlines on the board. `extra` is an element below the answers.
  constructor(help, isShown, send, onanswer, onchange) {
    this.help = help;
    this.isShown = isShown;
    this.send = send;
    this.onanswer = onanswer;
    this.onchange = onchange;
    this.state = null;
    this.table = null;
    this.filter = null;
    this.selection = null;
    this.wanted = null;
    this.extra = "";
    this.purposes = null;
    this.isSent = false;  // whether an answer was sent and not taken yet
    this.element = h("section", { class: "choices", "aria-label": "What to do", tabindex: -1, onkeydown: event => {
      if (event.key === "Escape" && this.filter !== null) this.narrow(null);
    } });
  }

  // Return whether a state asks another question than the one shown.
  isNew({ number, actions }) {
    const key = JSON.stringify([number, actions.map(action => action.number)]);
    const isNew = key !== this.key;
    this.key = key;
    return isNew;
  }

  show(table, state, isNew) {
    Object.assign(this, { table, state });
    if (isNew) {
      closeMenu();
      if (this.selection?.total > 0 && !this.isSent) say("Your cards were not laid: this seat has decided in another window.");
      Object.assign(this, { isSent: false, filter: null, purposes: new Purposes(state) });
      this.selection = state.selection && this.newSelection(state);
      this.wanted = null;
    }
    this.render();
  }

  newSelection({ selection, actions }) {
    const isEmptyLegal = actions.some(({ number }) => number === selection.end.number);
    const made = new Selection(selection, isEmptyLegal, this.send, () => this.update());
    const wanted = selection.items.findIndex(({ target }) => target === this.wanted);
    if (wanted >= 0) queueMicrotask(() => made.change(wanted, 1));
    return made;
  }

  // Move the keyboard focus to the question.
  focus() {
    this.element.focus({ preventScroll: true });
  }

  update() {
    this.render();
    this.onchange();
  }

  render() {
    const { table, state } = this, rule = state.question?.rule;
    const isMine = state.actions.length > 0, key = focused()?.dataset?.key;
    this.element.classList.toggle("mine", isMine);
    this.element.dataset.sent = this.isSent;
    this.element.replaceChildren(
      h("p", { class: "question" },
        h("strong", {}, state.over ? outcome(table, state) : state.question?.words ?? ""),
        rule ? h("a", { href: `api/rules/${table.game}#${rule}`, class: "rule", onclick: event => {
          event.preventDefault();
          openRules(table.game, rule);
        } }, `Rule ${rule}`) : null),
      ...(isMine ? this.choices() : []), this.extra);
    if (key && this.element.contains(document.activeElement) === false) {
      (this.element.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? this.element).focus({ preventScroll: true });
    }
  }

  choices() {
    const why = this.state.isExercise || !this.state.has_reasons ? null : button("Why can't I …?", () => this.send({ type: "reasons", target: null }), { class: "link" });
    if (this.selection) return [...this.selection.elements(() => this.act(this.selection.actions), this.table.game), hint(why)].filter(Boolean);
    if (!this.purposes.isMixed) return [...this.answers(this.purposes.actions), hint(this.touchables().length ? "Touch what is outlined. " : null, why)].filter(Boolean);
    if (this.filter) {
      const { effect, actions } = this.filter;
      return [this.groupButtons(), effect ? h("p", { class: "effect" }, effect) : null,
        ...this.answers(actions), hint("Touch what is outlined. ", why)].filter(Boolean);
    }
    return [this.groupButtons(), hint(why)].filter(Boolean);
  }

  // Return a button for each kind of decision: it shows where that can be done, or decides if there is only one way.
  groupButtons() {
    return h("div", { class: "answers groups" }, this.purposes.groups.map(group => {
      const [action] = group.actions;
      const isAnswer = group.actions.length === 1 && action.target === null;
      const words = [swatch(group.look), h("span", {}, isAnswer ? action.words : group.name),
        group.cost ? h("small", { class: "cost" }, group.cost) : null].filter(Boolean);
      if (isAnswer) return button(words, () => this.act([action.number]), { "data-action": action.number, title: action.effect });
      const isChosen = this.filter?.group === group.name;
      return button(words, () => this.narrow(isChosen ? null : { group: group.name, cost: group.cost, effect: sameEffect(group.actions), actions: group.actions }),
        { "aria-pressed": String(isChosen), "data-key": `group ${group.name}`, "data-group": group.name });
    }));
  }

  // Show only some actions: {group, effect, actions}; null for all.
  narrow(filter) {
    closeMenu();
    this.filter = filter;
    this.update();
  }

  // Return buttons for what can't be touched, and a list of the rest that can be opened.
  answers(actions) {
    const isTouched = ({ target }) => target !== null && this.isShown(target);
    const shown = actions.filter(action => !isTouched(action)), rest = actions.filter(isTouched);
    const cards = shown.filter(({ card, target }) => target === null && card !== null), others = shown.filter(action => !cards.includes(action));
    return [
      cards.length ? h("div", { class: `answers tiles ${cards.length > SOME ? "many" : cards.length > FEW ? "some" : ""}` }, cards.map(action => this.answer(action))) : null,
      others.length ? h("div", { class: "answers" }, others.map(action => this.answer(action, others.length <= EXPLAINED))) : null,
      rest.length ? h("details", { class: "rest" }, h("summary", {}, "As a list"),
        h("div", { class: "answers" }, rest.map(action => this.answer(action)))) : null,
    ].filter(Boolean);
  }

  // A card that is not on the board is shown in place of its answer.
  answer(action, isExplained = false) {
    const isCard = action.target === null && action.card !== null;
    const cost = action.cost && action.cost !== this.filter?.cost ? h("small", { class: "cost" }, action.cost) : null;
    const words = isCard ? [this.help.card(action.card), h("span", { class: "unseen" }, action.words), cost] : [h("span", {}, action.words), cost, isExplained && action.effect ? h("small", { class: "effect" }, action.effect) : null];
    return button(words.filter(Boolean), () => this.act([action.number]), { "data-action": action.number,
      class: isCard ? "tile" : null, "data-card": action.card, title: isCard || isExplained ? null : action.effect || null });
  }

  act(actions) {
    if (this.isSent) return;
    this.isSent = this.onanswer(this.state.number, actions);
    this.element.dataset.sent = this.isSent;
    if (this.isSent) closeMenu();
  }

  // The last answer was refused, so another one may be sent.
  refused() {
    this.isSent = false;
    this.element.dataset.sent = false;
  }

  // Return what can be touched on the board: [{target, words, look, chosen}].
  touchables() {
    if (this.selection) return this.selection.touchables();
    return this.purposes.touchables(this.filter && new Set(this.filter.actions.map(({ number }) => number)));
  }

  // A target was touched. One clear use is played at once; otherwise a menu tells what there is, with cost and effect.
  touch(target, element, isChosen) {
    if (this.selection) return this.selection.touch(target, isChosen);
    const chosen = this.filter && new Set(this.filter.actions.map(({ number }) => number));
    const uses = this.purposes.uses(target, chosen);
    const isClear = this.filter !== null || !this.purposes.isMixed;
    if (isClear && uses.length === 1 && uses[0].numbers.length === 1) return this.act(uses[0].numbers);
    openMenu(element, "What for?", uses.map(use => ({ ...use, run: () => this.use(use, target) })));
  }

  // Play an action of a menu, or show where it can be done.
  use(use, target) {
    this.wanted = target;
    if (use.numbers.length === 1) return this.act(use.numbers);
    this.narrow({ group: use.group, effect: use.effect, actions: this.purposes.actions.filter(({ number }) => use.numbers.includes(number)) });
    this.focus();
  }
}

const hint = (...parts) => (parts.some(Boolean) ? h("p", { class: "hint" }, parts) : null);

const sameEffect = actions => (actions.every(({ effect }) => effect === actions[0].effect) ? actions[0].effect : "");

// Return a sample of an outline on the board.
const swatch = look => (look === null ? null : s("svg", { class: "swatch", viewBox: "0 0 18 18", "aria-hidden": "true" },
  s("g", { class: `can look-${look}` }, s("rect", { x: 3, y: 3, width: 12, height: 12, rx: 3 }), s("rect", { x: 3, y: 3, width: 12, height: 12, rx: 3 }))));

const LIST = new Intl.ListFormat("en");

const reasons = {
  resigned: (who, isYou) => `${who} ${isYou ? "have" : "has"} resigned`,
  time: (who, isYou) => `${isYou ? "Your" : `${who}'s`} time is over`,
};

// Return how a game has ended, in words.
export function outcome(table, state) {
  const best = Math.max(...state.returns);
  const winners = state.returns.flatMap((value, seat) => value === best ? [seat] : []);
  if (winners.length === state.returns.length) return `${state.truncated ? "The limit of turns is reached" : "The game is over"}: nobody wins`;
  const { seat, reason } = state.ending ?? {};
  const reached = state.truncated ? "The limit of turns is reached" : "The game is over";
  const end = state.ending ? reasons[reason](name(table, seat), seat === table.you) : reached;
  const names = LIST.format(winners.map(seat => (seat === table.you ? "you" : name(table, seat))));
  return `${end}: ${names} ${winners.length > 1 || winners[0] === table.you ? "win" : "wins"}`;
}

// Show the server's reasons why the actions of a target, or those without a target, are illegal.
export function showReasons({ target, reasons }, game) {
  dialog(target ? "Why not here?" : "What can't be done now, and why",
    reasons.length === 0 ? h("p", {}, "Nothing is ever done there.") : h("dl", { class: "reasons" },
      reasons.flatMap(({ words, why }) => [h("dt", {}, words), h("dd", {}, withRuleLinks(why, game))])));
}
