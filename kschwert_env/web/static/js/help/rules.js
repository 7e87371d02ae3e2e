// The rules of a game, opened at a paragraph: in the place that a table has for them, else in a drawer.

import { all, button, focused, h } from "../common/dom.js";

const pages = new Map();

async function page(game) {
  if (!pages.has(game)) {
    const answer = await fetch(`api/rules/${game}`);
    if (!answer.ok) throw new Error(`The server can't show the rules now (status ${answer.status}); try again`);
    pages.set(game, await answer.text());
  }
  const page = new DOMParser().parseFromString(pages.get(game), "text/html").body;
  for (const image of page.querySelectorAll("img")) image.replaceWith(image.alt);  // images are not in the package
  return page;
}

// Open the rules at the paragraph with that id, or at the beginning for null.
export async function openRules(game, id) {
  const before = focused();
  document.getElementById("rules")?.remove();
  const body = h("div", { class: "page", tabindex: 0, role: "region", "aria-label": "The rules" });
  const tools = h("div", { class: "tools" });
  const place = document.querySelector(".rules-place");
  const close = () => {
    drawer.remove();
    place?.dispatchEvent(new CustomEvent("rules", { detail: false }));
    before?.focus();
  };
  const drawer = h("aside", { id: "rules", "aria-label": "Rules", onkeydown: event => {
    if (event.key === "Escape") close();
  } }, h("header", {}, h("h2", {}, "Rules"), button("✕", close, { class: "plain", "aria-label": "close the rules" })), tools, body);
  (place ?? document.body).append(drawer);
  place?.dispatchEvent(new CustomEvent("rules", { detail: true }));
  try {
    body.append(...document.importNode(await page(game), true).childNodes);
  } catch (error) {
    body.append(h("p", { role: "alert" }, error.message));
  }
  tools.append(contents(body), search(body));
  for (const wide of body.querySelectorAll("table, pre")) wide.tabIndex = 0;  // so that they can be scrolled by keys
  for (const link of body.querySelectorAll("a[href]")) follow(link, body);
  const paragraph = id && body.querySelector(`[id="${CSS.escape(id)}"]`);
  if (paragraph) show(paragraph);
  body.focus();
}

// Return a list of the chapters; choosing one shows it.
function contents(body) {
  const chapters = [...body.querySelectorAll("h2")];
  const list = h("select", { "aria-label": "contents", onchange: () => {
    chapters[list.selectedIndex - 1]?.scrollIntoView({ block: "start" });
  } }, h("option", {}, "Contents"), chapters.map(chapter => h("option", {}, chapter.textContent)));
  return list;
}

// Return a search field: each Enter shows the next paragraph with the text.
function search(body) {
  let found = [], now = -1;
  const count = h("output");
  const field = h("input", { type: "search", placeholder: "Search", "aria-label": "search the rules",
    oninput: () => {
      const text = field.value.trim().toLowerCase();
      for (const old of found) old.classList.remove("found");
      found = text.length < 2 ? [] : [...body.querySelectorAll("p, li, tr")].filter(each =>
        !each.querySelector("p, li, tr") && each.textContent.toLowerCase().includes(text));
      for (const each of found) each.classList.add("found");
      now = -1;
      step();
    },
    onkeydown: event => { if (event.key === "Enter") step(); } });
  const step = () => {
    now = found.length ? (now + 1) % found.length : -1;
    found[now]?.scrollIntoView({ block: "center" });
    count.textContent = field.value.trim().length < 2 ? "" : found.length ? `${now + 1} of ${found.length}` : "not found";
  };
  return h("span", { class: "search" }, field, count);
}

// Return a text with links for the ids of rules in it, such as "(L1)".
export function withRuleLinks(text, game) {
  return text.split(/\b([A-Z]{1,2}\d{1,2})\b/).map((part, i) => (i % 2 === 0 ? part
    : button(part, () => {
      all("dialog[open]")[0]?.close();
      openRules(game, part);
    }, { class: "link" })));
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
