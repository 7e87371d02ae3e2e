// Tabs: a row of titles, of which one shows its panel.

import { h } from "./dom.js";

export class Tabs {
  // `panels` are [name, title, element], of which the first is shown; `onopen(name)` is called when the user opens one.
  constructor(label, panels, onopen) {
    const choose = this.choose = name => {
      this.open(name);
      onopen(name);
    };
    this.panels = new Map(panels.map(([name, title, element]) => [name, {
      tab: h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, onclick: () => choose(name) }, title),
      panel: h("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, tabindex: 0 }, element),
    }]));
    this.list = h("div", { class: "tabs", role: "tablist", "aria-label": label, onkeydown: event => this.typed(event) },
      [...this.panels.values()].map(({ tab }) => tab));
    this.element = h("div", { class: "tabbed" }, this.list, [...this.panels.values()].map(({ panel }) => panel));
    this.open(panels[0][0]);
  }

  open(name) {
    this.shown = name;
    for (const [other, { tab, panel }] of this.panels) {
      const isShown = other === name;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      panel.hidden = !isShown;
    }
  }

  // Hide a tab where it has nothing to show.
  hide(name, isHidden) {
    this.panels.get(name).tab.hidden = isHidden;
    if (isHidden && this.shown === name) this.open(this.panels.keys().next().value);
  }

  typed(event) {
    const names = [...this.panels].filter(([, { tab }]) => !tab.hidden).map(([name]) => name), at = names.indexOf(this.shown);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: names.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const name = names[(to + names.length) % names.length];
    this.choose(name);
    this.panels.get(name).tab.focus();
  }
}
