// The page. The URL fragment selects the screen.

import { all, button, h, say } from "./common/dom.js";
import { lobby } from "./lobby/lobby.js";
import { soundButton } from "./common/sound.js";
import { theme } from "./common/storage.js";
import { Table } from "./table/table.js";

const main = document.getElementById("main");
let now = null, navigations = 0;

async function navigate() {
  const navigation = ++navigations;
  now?.close();
  now = null;
  say("");
  for (const box of all("dialog[open]")) box.close();
  document.getElementById("news").textContent = "";
  document.getElementById("rules")?.remove();
  document.getElementById("where").replaceChildren();
  const [, where, token, step] = location.hash.match(/^#\/(table|analysis)\/([\w-]+)(?:\/(\d{1,6}))?$/) ?? [];
  document.body.dataset.at = where ? "table" : "lobby";
  document.title = "Kschwert: sit down at the table";
  if (where) now = new Table(token, step === undefined ? null : Number(step), where);
  const shown = now?.element ?? await lobby().catch(error =>
    h("section", { class: "panel" }, h("h1", {}, "The server does not answer"), h("p", {}, error.message)));
  if (navigation !== navigations) return;  // another screen was opened meanwhile
  main.replaceChildren(shown);
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
}

const THEMES = { system: "◐", light: "☀", dark: "☾" };

function themeButton() {
  const words = () => `colours: ${theme()}`;
  const change = button(THEMES[theme()], () => {
    const names = Object.keys(THEMES);
    theme(names[(names.indexOf(theme()) + 1) % names.length]);
    change.textContent = THEMES[theme()];
    change.setAttribute("aria-label", words());
    say(words());
  }, { class: "plain", "aria-label": words() });
  return change;
}

document.getElementById("tools").append(soundButton(), themeButton());
addEventListener("hashchange", navigate);
navigate();
