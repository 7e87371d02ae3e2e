// The action panel: the question, a button for each action, menus of targets with several actions, and reasons.

import { button, dialog, groupBy, h } from "./dom.js";
import { openRules } from "./rules.js";

const FEW = 8;  // maximum number of actions of one kind of target that get buttons next to the board

export class ActionPanel {
  // `send` sends a message; `onanswer(number, action)` takes an answer and returns whether it counts.
  constructor(send, onanswer) {
    Object.assign(this, { send, onanswer, state: null });
    this.isSent = false;  // whether an action was sent and not answered yet
    this.element = h("section", { class: "choices", "aria-label": "What to do", tabindex: -1 });
  }

  show(table, state) {
    closeMenu();
    this.isSent = false;
    const mine = state.actions.length > 0;
    const rule = state.question?.rule;
    this.state = state;
    this.element.classList.toggle("mine", mine);
    this.element.replaceChildren(
      h("p", { class: "question" },
        mine ? h("span", { class: "badge" }, "Your move") : null,
        h("strong", {}, state.over ? outcome(table, state) : state.question?.words ?? ""),
        rule ? h("a", { href: `/api/rules/${table.game}#${rule}`, class: "rule", onclick: event => {
          event.preventDefault();
          openRules(table.game, rule);
        } }, `Rule ${rule}`) : null),
      ...(mine ? this.answers() : []));
  }

  answers() {
    const shown = [], rest = [];
    for (const [kind, actions] of groupBy(this.state.actions, action => action.target?.split(" ")[0] ?? "")) {
      (kind === "" || actions.length <= FEW ? shown : rest).push(...actions);
    }
    shown.sort((one, other) => (one.target !== null) - (other.target !== null));
    return [
      h("div", { class: "answers" }, shown.map(action => this.answer(action))),
      rest.length === 0 ? null : h("details", {},
        h("summary", {}, `${rest.length} more on the board`),
        h("div", { class: "answers" }, rest.map(action => this.answer(action)))),
      h("p", { class: "hint" }, "Touch what is outlined on the board, or choose here. ",
        button("Why can't I …?", () => this.send({ type: "reasons", target: null }), { class: "link" })),
    ].filter(Boolean);
  }

  answer(action) {
    return button(action.words, () => this.act(action.number), { "data-action": action.number });
  }

  act(number) {
    if (this.isSent) return;
    this.isSent = this.onanswer(this.state.number, number);
    if (this.isSent) closeMenu();
  }

  // Return whether a state asks another question than the one shown.
  isNew({ number, actions }) {
    const key = JSON.stringify([number, actions.map(action => action.number)]);
    const isNew = key !== this.key;
    this.key = key;
    return isNew;
  }

  // Move the keyboard focus to the question.
  focus() {
    this.element.focus({ preventScroll: true });
  }

  // The last action was refused, so another one may be sent.
  refused() {
    this.isSent = false;
  }

  // Play the action of a target, or open a menu if it has several.
  touch(target, element) {
    const numbers = this.state.targets[target];
    if (numbers.length === 1) return this.act(numbers[0]);
    const actions = numbers.map(number => this.state.actions.find(action => action.number === number));
    openMenu(element, actions.map(action => ({ words: action.words, run: () => this.act(action.number) })));
  }
}

function outcome(table, state) {
  const best = Math.max(...state.returns);
  const winners = state.returns.flatMap((value, seat) => value === best ? [table.seats[seat].name || `seat ${seat}`] : []);
  return winners.length === state.returns.length ? "The game is over: nobody wins"
    : `The game is over: ${winners.join(" and ")} ${winners.length > 1 ? "win" : "wins"}`;
}

// Show the server's reasons why the actions of a target, or those without a target, are illegal.
export function showReasons({ target, reasons }) {
  dialog(target ? `Why not here: ${target}` : "What can't be done now, and why",
    reasons.length === 0 ? h("p", {}, "Nothing is ever done there.") : h("dl", { class: "reasons" },
      reasons.flatMap(({ words, why }) => [h("dt", {}, words), h("dd", {}, why)])));
}

// -- the menu of a target ---------------------------------------------------------------------------------------

let closeMenu = () => {};

function openMenu(at, entries) {
  closeMenu();
  const menu = h("div", { class: "menu", role: "menu", "aria-label": "Which one?" }, entries.map(({ words, run }) =>
    button(words, run, { role: "menuitem" })));
  const away = event => { if (!menu.contains(event.target)) closeMenu(); };
  closeMenu = () => {
    menu.remove();
    removeEventListener("pointerdown", away);
    closeMenu = () => {};
  };
  menu.addEventListener("keydown", event => {
    const items = [...menu.children], now = items.indexOf(document.activeElement);
    const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === "Escape" || event.key === "Tab") {
      closeMenu();
      at.focus();
    } else if (to !== undefined) {
      items[(to + items.length) % items.length].focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.body.append(menu);
  const box = at.getBoundingClientRect();
  menu.style.left = `${Math.max(8, Math.min(box.left, innerWidth - menu.offsetWidth - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(box.bottom + 4, innerHeight - menu.offsetHeight - 8))}px`;
  menu.firstChild.focus();
  addEventListener("pointerdown", away);
}
