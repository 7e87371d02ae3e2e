// The page: what stands behind the # says where one is.

import { button, h, say } from "./dom.js";
import { lobby } from "./lobby.js";
import { look } from "./memory.js";
import { Table } from "./table.js";

const main = document.getElementById("main");
let now = null, arrivals = 0;

async function arrive() {
  const arrival = ++arrivals;
  now?.close();
  now = null;
  document.getElementById("rules")?.remove();
  document.getElementById("where").replaceChildren();
  const [, where, token] = location.hash.match(/^#\/(table|analysis)\/([\w-]+)$/) ?? [];
  document.body.dataset.at = where ? "table" : "lobby";
  document.title = "Kschwert: sit down at the table";
  if (where) now = new Table(token);
  const shown = now?.element ?? await lobby().catch(error =>
    h("section", { class: "panel" }, h("h1", {}, "The server does not answer"), h("p", {}, error.message)));
  if (arrival !== arrivals) return;  // one has gone on meanwhile
  main.replaceChildren(shown);
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
}

const LOOKS = { system: "◐", light: "☀", dark: "☾" };

function lookButton() {
  const words = () => `colours: ${look()}`;
  const change = button(LOOKS[look()], () => {
    const names = Object.keys(LOOKS);
    look(names[(names.indexOf(look()) + 1) % names.length]);
    change.textContent = LOOKS[look()];
    change.setAttribute("aria-label", words());
    say(words());
  }, { class: "plain", "aria-label": words() });
  return change;
}

document.getElementById("tools").append(lookButton());
addEventListener("hashchange", arrive);
arrive();
