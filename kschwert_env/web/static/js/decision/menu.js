// A menu beside an element: what can be done with it, each with cost and effect.

import { button, h } from "../common/dom.js";

let close = () => {};
export const closeMenu = () => close();

// Open a menu at an element; entries are [{words, cost, effect, run}].
export function openMenu(at, title, entries) {
  closeMenu();
  const menu = h("div", { class: "menu", role: "menu", "aria-label": title }, entries.map(({ words, cost, effect, run }) =>
    button([h("strong", {}, words), cost ? h("span", { class: "cost" }, cost) : null, effect ? h("small", {}, effect) : null]
      .filter(Boolean), run, { role: "menuitem" })));
  const away = event => { if (!menu.contains(event.target)) closeMenu(); };
  close = () => {
    menu.remove();
    removeEventListener("pointerdown", away);
    close = () => {};
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
