// What the legal actions are for: groups with costs, what can be touched on the board, and with what outline.

import { groupBy } from "../common/dom.js";

const MANY = 12;  // targets of one group from which its outlines are faint, so that the others stand out
const LOOKS = 4;  // different outlines

export class Purposes {
  constructor({ actions, purposes }) {
    this.actions = actions.map(action => ({ ...action, ...purposes[action.purpose] }));
    this.groups = [...groupBy(this.actions, action => action.group)].map(([name, members]) => {
      const targets = new Set(members.flatMap(places));
      return { name, actions: members, targets: targets.size, look: null, cost: common(members.map(({ cost }) => cost)) };
    });
    const onBoard = this.groups.filter(group => group.targets > 0);
    for (const group of this.groups) {
      const place = onBoard.indexOf(group);
      const isFaint = onBoard.length > 1 && (group.targets > MANY || group.actions.every(action => action.is_rare));
      group.look = place < 0 ? null : isFaint ? "many" : String(place % LOOKS);
    }
  }

  // Whether the question offers different kinds of decisions, so that a touch must not decide at once.
  get isMixed() {
    return this.groups.filter(({ name }) => name !== "Done").length > 1;
  }

  // Return what can be touched: [{target, words, look}]. `chosen`, a set of actions, leaves out all others.
  touchables(chosen) {
    const shown = this.actions.filter(action => chosen === null || chosen.has(action.number));
    const byTarget = groupBy(shown.flatMap(action => places(action).map(target => ({ target, action }))), ({ target }) => target);
    return [...byTarget].map(([target, pairs]) => {
      const names = pairs.map(({ action }) => (action.target === target ? action.words : action.name));
      const looks = pairs.map(({ action }) => this.groups.find(({ name }) => name === action.group).look);
      return { target, words: [...new Set(names)].join(", or "), look: looks.find(look => look !== "many") ?? looks[0] };
    });
  }

  // Return what a target is good for: actions on it, and actions elsewhere that use this card, by purpose.
  uses(target, chosen) {
    const shown = this.actions.filter(action => chosen === null || chosen.has(action.number));
    const here = shown.filter(action => action.target === target).map(action => ({ ...action, numbers: [action.number] }));
    const elsewhere = shown.filter(action => action.target !== target && action.cards.includes(target));
    return [...here, ...[...groupBy(elsewhere, ({ purpose }) => purpose).values()].map(members =>
      ({ ...members[0], words: members[0].name, numbers: members.map(({ number }) => number) }))];
  }
}

const places = ({ target, cards }) => (target === null ? cards : [target, ...cards]);

const common = values => (values.every(value => value === values[0]) ? values[0] : "");
