// The lobby: create a table, return to a table, or open a recorded game.

import { chooseSeats, easiestOf } from "./seat_setup.js";
import { ask } from "../common/connection.js";
import { busy, button, dialog, h, say } from "../common/dom.js";
import { canInvite, invite, openNewTable } from "../common/invite.js";
import { createLesson } from "../help/lesson.js";
import { openGames, playAnyone } from "./open_games.js";
import { openRules } from "../help/rules.js";
import { forget, tables } from "../common/storage.js";

const FREE = 10;  // seconds of each turn that do not count
const CLOCKS = [[0, "no clock"], [5, "5 minutes each"], [10, "10 minutes each"], [20, "20 minutes each"], [40, "40 minutes each"], [90, "90 minutes each"]]
  .map(([minutes, words]) => [minutes, minutes ? `${words}, the first ${FREE} seconds of a turn are free` : words]);
const WAITING = "Getting ready: the first game of a kind may take a minute …";

export async function lobby() {
  const games = await ask("api/games");
  const place = h("div", { class: "setup" });
  const element = h("div", { class: "lobby" },
    h("section", { class: "welcome" }, h("h1", {}, "Sit down at the table"),
      h("p", {}, "Play board games, against people or against the computer; ",
        "watch, and see what strong players would do.")),
    h("section", { "aria-label": "Games" },
      h("div", { class: "games", role: "group", "aria-label": "Choose a game" }, games.map(game => card(game, place)))),
    h("div", { class: "beside" }, place, openGames(games)), h("div", { class: "below" }, mine(), analyse(games)));
  choose(element.querySelector(".game"), games[0], place);
  return element;
}

function card(game, place) {
  const element = h("button", { type: "button", class: "game", "data-game": game.name, "aria-pressed": "false",
    onclick: () => {
      choose(element, game, place);
      if (matchMedia("(max-width: 760px)").matches) place.scrollIntoView();  // it is below the fold
    } },
    h("img", { src: `static/pictures/${game.name}.svg`, alt: "", loading: "lazy", onerror: event => event.target.remove() }),
    h("strong", {}, game.title), game.about.map(sentence => h("span", {}, sentence)));
  return element;
}

function choose(chosen, game, place) {
  for (const each of chosen.parentNode.children) each.setAttribute("aria-pressed", String(each === chosen));
  place.replaceChildren(form(game));
}

// -- a new table ------------------------------------------------------------------------------------------------

function form(game) {
  const seats = h("div");
  let chairs;
  const number = h("select", { "aria-label": "number of players", onchange: () => showSeats() },
    game.players.map(count => h("option", { value: count }, `${count} players`)));
  const showSeats = () => {
    chairs = chooseSeats(game, Number(number.value));
    seats.replaceChildren(chairs.element);
    offerSeats();
  };
  const anyone = check("Anyone may join", "the lobby lists the table while you are there", false);
  const offerSeats = () => { anyone.element.hidden = chairs.read().every(({ kind }) => kind !== "link"); };
  seats.addEventListener("change", offerSeats);
  showSeats();
  const editions = { name: "edition", label: "Edition", kind: "choice", choices: game.editions, default: game.editions[0], words: "" };
  const options = [...(game.editions.length > 1 ? [editions] : []), ...game.options].map(field);
  const analysis = check("Hints and analysis while playing", "for everybody at the table; on if all others are computers", true);
  let isChosen = false;  // whether the user has decided about hints
  analysis.element.addEventListener("change", () => { isChosen = true; });
  seats.addEventListener("change", () => {
    if (!isChosen) analysis.set(chairs.read().every(({ kind }) => kind !== "link"));
  });
  const forced = check("Play forced moves automatically", "when there is only one; a fast answer tells the others so", true);
  const pace = h("select", { name: "pace" }, [[0, "at once"], [0.5, "half a second"], [1, "a second"], [3, "three seconds"]]
    .map(([value, words]) => h("option", { value, selected: value === 0.5 }, words)));
  const clock = h("select", { name: "clock" }, CLOCKS.map(([minutes, words]) => h("option", { value: minutes }, words)));
  const start = async event => {
    event.preventDefault();
    try {
      const asked = chairs.read();
      const table = {
        game: game.name, seats: asked, analysis: analysis.read(), forced: forced.read(), pace: Number(pace.value),
        clock: clock.value === "0" ? null : { seconds: 60 * Number(clock.value), free: FREE },
        options: Object.assign({}, ...options.map(option => option.read())),
        listed: anyone.read() && !anyone.element.hidden,
      };
      const given = await busy(event.submitter, WAITING, () => ask("api/tables", table));
      openNewTable(given, asked, { game: game.name, title: game.title });
      document.querySelector(".your-tables")?.replaceWith(mine());
    } catch (error) {
      say(error.message, true);
    }
  };
  return h("form", { class: "panel", onsubmit: start },
    h("h2", {}, game.title, " ", button("Rules", () => openRules(game.name, null), { class: "link" })),
    offers(game, () => Number(number.value)),
    h("h3", {}, "Or choose who plays"),
    game.players.length > 1 ? h("p", {}, number) : null, seats, anyone.element,
    h("details", {}, h("summary", {}, "Options"), h("div", { class: "options" },
      options.filter(option => !option.research).map(option => option.element),
      h("label", {}, h("span", {}, "Pace of opponents"), pace),
      h("label", {}, h("span", {}, "Clock for people"), clock), analysis.element, forced.element)),
    h("details", {}, h("summary", {}, "For researchers"), h("div", { class: "options" },
      options.filter(option => option.research).map(option => option.element))),
    h("button", { "data-start": true }, "Start"));
}

// Return the offers for everybody: a game against the easiest opponent or anyone at once, and the guided opening.
function offers(game, players) {
  const begin = create => async event => {
    try {
      const { links, seats } = await busy(event.currentTarget, WAITING, create);
      openNewTable(links, seats, { game: game.name, title: game.title });
    } catch (error) {
      say(error.message, true);
    }
  };
  const easiest = easiestOf(game.agents, game.players[0]);
  const play = async () => {
    const { spec } = easiestOf(game.agents, players());
    const others = Array.from({ length: players() - 1 }, () => ({ kind: "agent", agent: spec }));
    const seats = [{ kind: "me", name: null }, ...others];
    const links = await ask("api/tables", { game: game.name, options: {}, seats, analysis: true, forced: true, pace: 0.5 });
    return { links, seats };
  };
  const meet = async event => {
    try {
      await busy(event.currentTarget, WAITING, () => playAnyone(game));
    } catch (error) {
      say(error.message, true);
    }
  };
  return h("div", { class: "offers" },
    easiest ? button(`Play against ${easiest.level?.name ?? easiest.spec}`, begin(play), { class: "main large", "data-play": true }) : null,
    game.has_guide ? button("Learn by playing", begin(() => createLesson(game)), { class: "large" }) : null,
    game.players.includes(2) ? button("Play anyone", meet, { class: "large" }) : null,
    h("p", { class: "hint" }, game.has_guide ? "Learn by playing: your first turns, explained step by step. You can leave the guide at any time. " : null,
      game.players.includes(2) ? "Play anyone: two people meet; the first one waits at the table." : null));
}

function check(words, more, isOn) {
  const input = h("input", { type: "checkbox", checked: isOn });
  return {
    element: h("label", { class: "check" }, input, h("span", {}, words, more ? h("small", {}, ` ${more}`) : null)),
    read: () => input.checked,
    set: value => { input.checked = value; },
  };
}

// Return the input of an option of the rules; `read` leaves out defaults.
function field({ name, label, research, kind, default: defaultValue, words, choices, none }) {
  if (kind === "flag") {
    const box = check(label, words, defaultValue);
    return { research, element: box.element, read: () => (box.read() === defaultValue ? {} : { [name]: box.read() }) };
  }
  const input = kind === "choice"
    ? h("select", {}, choices.map(choice => h("option", { value: String(choice), selected: choice === defaultValue }, choiceWords(choice))))
    : h("input", { type: kind === "number" ? "number" : "text", value: defaultValue ?? "", placeholder: none ? "none" : "", required: !none,
      step: "any" });
  return {
    research,
    element: h("label", {}, h("span", {}, label, words ? h("small", {}, ` ${words}`) : null), input),
    read: () => {
      const given = kind === "choice" ? choices[input.selectedIndex] : input.value === "" ? null
        : kind === "json" ? readJson(label, input.value) : kind === "text" ? input.value : Number(input.value);
      return given === defaultValue ? {} : { [name]: given };
    },
  };
}

// A number among choices is a seat.
const choiceWords = choice => (typeof choice === "number" ? `Player ${choice + 1}` : choice.charAt(0).toUpperCase() + choice.slice(1));

function readJson(label, text) {
  const value = parsed(text);
  if (value === undefined) throw new Error(`${label} must be JSON`);
  return value;
}

// -- existing tables and games ----------------------------------------------------------------------------------

function mine() {
  const list = h("ul", { class: "mine" }, tables().map(table => {
    const against = Array.isArray(table.against) && table.against.length > 0 ? ` ${table.seat === null ? "of" : "against"} ${table.against.join(", ")}` : "";
    const when = Number.isFinite(table.when) ? `, ${new Date(table.when).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })}` : "";
    const where = `${against || (table.seat === null ? " to look at" : ` as Player ${table.seat + 1}`)}${when}`;
    const item = h("li", {}, table.isInvitation ? h("span", {}, table.title, h("small", {}, " for others"))
      : h("a", { href: `#/table/${table.token}` }, table.title, h("small", {}, where, table.over ? ", over" : table.turn ? `, turn ${table.turn}` : "")),
      canInvite(table) && !table.over ? button("Invite", () => invite(table), { "aria-label": `invite to ${table.title}` }) : null,
      button("✕", () => { forget(table.token); item.remove(); }, { class: "plain", "aria-label": `forget ${table.title}` }));
    return item;
  }));
  return h("section", { class: "panel your-tables" }, h("h2", {}, "Your tables"),
    list.children.length ? list : h("p", { class: "hint" }, "None yet. They stay here when you go away, and when the server does."));
}

function analyse(games) {
  const text = h("textarea", { rows: 4, "aria-label": "a position as JSON, or a record as JSON lines",
    placeholder: "Paste a position (JSON) or a recorded game (JSON lines)" });
  const file = h("input", { type: "file", accept: ".jsonl,.json,application/json", class: "file", "aria-label": "a recorded game",
    onchange: async () => { if (file.files[0]) open(await file.files[0].text()); } });
  const opener = button("Open", () => open(text.value));
  const open = async given => {
    try {
      const game = await read(given);
      const { token } = await busy(opener, WAITING, () => ask("api/analyses", game));
      location.hash = `#/analysis/${token}`;
    } catch (error) {
      say(error.message, true);
    }
  };
  return h("section", { class: "panel" }, h("h2", {}, "Analyse a game"),
    h("p", {}, "Open a recorded game (.jsonl) or the games of an arena (games.jsonl in its folder), or paste a position."),
    file, text, opener);
}

// Parse an input: a position is one JSON value, a record and an arena's log are JSON lines.
async function read(given) {
  const lines = given.split("\n").filter(line => line.trim());
  const first = parsed(lines[0] ?? "");
  if (isObject(first) && lines.length > 1) {
    return String(first.format).includes("arena") ? { arena: await chosenGame(lines) } : { record: given };
  }
  const position = parsed(given);
  if (position !== undefined && !isObject(position)) throw new Error("A position must be a JSON object, and a record JSON lines");
  return position === undefined || "seed" in position ? { record: given } : { position };
}

const isObject = value => typeof value === "object" && value !== null && !Array.isArray(value);

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// Let the user choose a game of an arena. Lines are sent unparsed, since seeds exceed JavaScript's safe integers.
function chosenGame([settings, ...lines]) {
  const { names } = parsed(settings), games = lines.filter(line => Array.isArray(parsed(line)?.line_up));
  if (games.length === 0) throw new Error("This file of an arena has no games");
  const summary = ({ line_up, scores }) => line_up.map((agent, seat) => `${names?.[agent]} ${scores?.[seat]}`).join(", ");
  return new Promise(resolve => {
    const list = h("select", { size: Math.min(12, games.length), "aria-label": "game", class: "wide" },
      games.map((game, i) => h("option", { value: i, selected: i === 0 }, `Game ${i + 1}: ${summary(parsed(game))}`)));
    const box = dialog("Which game of the arena?", list, button("Open", () => {
      box.close();
      resolve({ settings, game: games[Number(list.value)] });
    }, { class: "main" }));
  });
}
