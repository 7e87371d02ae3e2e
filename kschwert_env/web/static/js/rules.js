// The rules of a game in a drawer next to the table, opened at a paragraph.

import { button, h } from "./dom.js";

const pages = new Map();

async function page(game) {
  if (!pages.has(game)) pages.set(game, (await fetch(`/api/rules/${game}`)).text());
  const page = new DOMParser().parseFromString(await pages.get(game), "text/html").body;
  for (const image of page.querySelectorAll("img")) image.replaceWith(image.alt);  // images are not in the package
  return page;
}

// Open the rules at the paragraph with that id, or at the beginning for null.
export async function openRules(game, id) {
  const before = document.activeElement;
  document.getElementById("rules")?.remove();
  const body = h("div", { class: "page", tabindex: 0, role: "region", "aria-label": "The rules" });
  const close = () => { drawer.remove(); before?.focus(); };
  const drawer = h("aside", { id: "rules", "aria-label": "Rules", onkeydown: event => {
    if (event.key === "Escape") close();
  } }, h("header", {}, h("h2", {}, "Rules"), button("✕", close, { class: "plain", "aria-label": "close the rules" })), body);
  document.body.append(drawer);
  body.append(...document.importNode(await page(game), true).childNodes);
  for (const wide of body.querySelectorAll("table, pre")) wide.tabIndex = 0;  // so that they can be scrolled by keys
  for (const link of body.querySelectorAll("a[href]")) follow(link, body);
  const paragraph = id && body.querySelector(`[id="${CSS.escape(id)}"]`);
  if (paragraph) show(paragraph);
  body.focus();
}

function show(paragraph) {
  paragraph.scrollIntoView({ block: "start" });
  const marked = paragraph.closest("p, li, tr, h1, h2, h3") ?? paragraph;
  marked.classList.add("asked");
}

// The fragment selects the screen, so links within the rules must scroll without changing it.
function follow(link, body) {
  const to = link.getAttribute("href");
  if (!to.startsWith("#")) {
    link.replaceWith(...link.childNodes);
    return;
  }
  link.addEventListener("click", event => {
    event.preventDefault();
    const paragraph = body.querySelector(`[id="${CSS.escape(to.slice(1))}"]`);
    if (paragraph) show(paragraph);
  });
}
