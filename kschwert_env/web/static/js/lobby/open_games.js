// Open games: tables of others that anyone may join. The list is asked for again while it is on the screen.

import { ask } from "../common/connection.js";
import { busy, button, h, say, sentence } from "../common/dom.js";
import { openNewTable } from "../common/invite.js";
import { remember, tables } from "../common/storage.js";

const INTERVAL = 4000;  // time between two requests, in milliseconds

// Return the list of open games; `games` has the labels of their options.
export function openGames(games) {
  const list = h("ul"), none = h("p", { class: "hint" }, "None now. “Play anyone” opens one, and so does a table that anyone may join.");
  const element = h("section", { class: "panel open-games" }, h("h2", {}, "Open games"), list, none);
  const items = new Map();  // what is listed as JSON, with its element: others stay, so that they can be pressed
  const refresh = async () => {
    const listed = new Map((await ask("api/listed")).map(each => [JSON.stringify(each), each]));
    for (const [key, item] of items) {
      if (listed.has(key)) continue;
      item.remove();
      items.delete(key);
    }
    for (const [key, each] of listed) if (!items.has(key)) items.set(key, entry(each, games, refresh));
    list.append(...[...listed.keys()].map(key => items.get(key)).filter(item => !item.isConnected));
    none.hidden = listed.size > 0;
  };
  keepFresh(element, refresh);
  return element;
}

async function keepFresh(element, refresh) {
  do {
    if (!document.hidden) await refresh().catch(() => {});  // while the server is away the list stays
    await new Promise(done => setTimeout(done, INTERVAL));
  } while (element.isConnected);
}

function entry(listed, games, refresh) {
  const join = async event => {
    const own = mine(listed);  // perhaps it was opened in another tab just now
    if (own) return goTo(own);
    try {
      const given = await busy(event.currentTarget, "Joining …", () => ask("api/joins", { listing: listed.id }));
      sitDown(given, listed, listed.id);
    } catch (error) {
      say(sentence(error.message), true);
      refresh().catch(() => {});
    }
  };
  return h("li", {}, h("span", {}, h("strong", {}, listed.title), h("small", {}, about(listed, games))),
    mine(listed) ? h("a", { href: `#/table/${mine(listed).token}` }, "Your table")
      : button("Join", join, { "aria-label": `join ${listed.title} with ${names(listed)}` }));
}

// Return what this browser knows about a listed table at which its user sits, if anything.
const mine = ({ id }) => tables().find(({ listing }) => listing === id);

const goTo = ({ token }) => { location.hash = `#/table/${token}`; };

const names = ({ players }) => players.filter(Boolean).join(", ");

// Return the players, free seats, and what is unusual about a game.
function about(listed, games) {
  const { players, clock, analysis, begun } = listed, free = players.filter(player => player === null).length;
  const together = words => words.replaceAll(" ", "\u00a0");
  return [names(listed), together(`${free} of ${players.length} seats free`),
    clock && together(`${Math.round(clock.seconds / 60)} minutes each`), analysis && "with hints", ...options(listed, games), begun && "under way"].filter(Boolean).join(" · ");
}

function options(listed, games) {
  const known = games.find(({ name }) => name === listed.game)?.options ?? [];
  return Object.entries(listed.options).map(([name, value]) => {
    const label = known.find(option => option.name === name)?.label ?? sentence(name);
    return value === true ? label : `${label}: ${value === false ? "no" : typeof value === "object" ? JSON.stringify(value) : value}`;
  });
}

function sitDown({ token, seat }, { game, title }, listing) {
  remember({ token, game, title, seat, listing });
  goTo({ token });
}

// Join the oldest game of two players without special options, or open one and wait there; or return to the own one.
export async function playAnyone({ name: game, title }) {
  const listed = await ask("api/listed");
  const own = listed.filter(each => each.game === game).map(mine).find(Boolean);
  if (own) return goTo(own);
  const seats = [{ kind: "me", name: null }, { kind: "link", name: null }];
  if (Math.random() < 0.5) seats.reverse();
  const given = await ask("api/pairings", { game, options: {}, seats, listed: true });
  if (given.token) sitDown(given, { game, title }, null);
  else openNewTable(given, seats, { game, title }, false);
}
