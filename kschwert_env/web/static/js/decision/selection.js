// Cards that are laid together: chosen in any order, seen, taken back, and confirmed. The page sends them in the engine's
// order.

import { button, h } from "../common/dom.js";
import { withRuleLinks } from "../help/rules.js";

export class Selection {
  // `selection` comes from the server, and has `isWhole` in a guide that wants all of its cards laid;
  // `send` asks the server whether the cards can be laid; `onchange` draws them.
  constructor({ items, most, end, isWhole = false }, isEmptyLegal, send, onchange) {
    this.items = items;
    this.most = most;
    this.end = end;
    this.isWhole = isWhole;
    this.send = send;
    this.onchange = onchange;
    this.counts = items.map(() => 0);
    this.reason = "";
    this.isLegal = isEmptyLegal;
    this.isChecked = true;
    this.isEmptyLegal = isEmptyLegal;
  }

  // Return the actions that lay the chosen cards, and end the laying.
  get actions() {
    return [...this.items.flatMap(({ number }, i) => Array(this.counts[i]).fill(number)), this.end.number];
  }

  get total() {
    return this.counts.reduce((sum, count) => sum + count, 0);
  }

  get isFull() {
    return this.total >= this.most;
  }

  // Return the strength of the cards laid, before any of them acts.
  get strength() {
    return this.items.reduce((sum, { strength }, i) => sum + strength * this.counts[i], 0);
  }

  // Return whether the cards can be confirmed.
  get isReady() {
    return this.isLegal && (!this.isWhole || this.items.every(({ count }, i) => this.counts[i] === count));
  }

  // Lay one more card of a kind, or take one back.
  change(i, by) {
    const count = this.counts[i] + by;
    if (count < 0 || count > this.items[i].count) return;
    if (by > 0 && this.isFull) {
      this.reason = `No more than ${this.most} cards can be laid. Touch a laid card to take it back.`;
      this.onchange();
      return;
    }
    this.counts[i] = count;
    this.isLegal = this.total === 0 && this.isEmptyLegal;
    this.isChecked = this.total === 0;
    this.reason = "";
    if (this.total > 0) this.send({ type: "check", actions: this.actions });
    this.onchange();
  }

  // A touch on a card in the hand lays it, or takes it back where it is marked as laid.
  touch(target, isChosen) {
    const i = this.items.findIndex(item => item.target === target);
    this.change(i, isChosen || this.counts[i] === this.items[i].count ? -1 : 1);
  }

  // The server has checked the cards.
  checked({ actions, reason }) {
    if (JSON.stringify(actions) !== JSON.stringify(this.actions)) return;  // others have been chosen meanwhile
    Object.assign(this, { isLegal: reason === "", reason, isChecked: true });
    this.onchange();
  }

  touchables() {
    return this.items.map(({ target, words, count }, i) => ({ target, words, look: "0", chosen: this.counts[i], most: count }));
  }

  // Return the elements of the action panel. `onconfirm` sends the cards.
  elements(onconfirm, game) {
    const laid = this.items.flatMap(({ name }, i) => (this.counts[i] === 0 ? [] : [this.counts[i] > 1 ? `${name} ×${this.counts[i]}` : name]));
    return [
      h("p", { class: "laid", "data-checked": String(this.isChecked) }, laid.length ? [laid.join(", "), h("span", { class: "strength" }, " strength of these cards ", h("strong", {}, String(this.strength)))]
        : h("span", { class: "hint" }, "Touch cards in your hand to lay them; touch one again to take it back.")),
      h("div", { class: "answers" }, button(laid.length || !this.isEmptyLegal ? this.end.words : "Lay no cards", onconfirm,
        { class: laid.length ? "main" : null, "data-key": "confirm", "data-action": this.end.number, disabled: !this.isReady })),
      this.reason ? h("p", { class: "hint", role: "status" }, withRuleLinks(this.reason, game)) : null,
    ].filter(Boolean);
  }
}
