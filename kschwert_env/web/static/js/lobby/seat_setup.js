// Setup of the seats of a new table: the user, another person by a link, or an agent.

import { h } from "../common/dom.js";
import { marker } from "../common/seats.js";

// Return the agents for a number of players, those with a level first, from weak to strong; each with its `level`, or null.
export const agentsFor = (agents, players) => {
  const able = agents.filter(agent => agent.players.includes(players)).map(agent => ({ ...agent, level: agent.levels[players] ?? null }));
  const names = ["Easy", "Medium", "Strong"], rank = ({ level }) => (level ? names.indexOf(level.name) : names.length);
  return able.sort((one, other) => rank(one) - rank(other));
};

export const easiestOf = (agents, players) => agentsFor(agents, players)[0];

// Return a list of inputs for the seats; `read` returns the seats as the server expects them. `before` are the seats at
// another table, and `you` is the user's seat there: they are chosen at first.
export function chooseSeats(game, number, before = [], you = 0) {
  const chairs = Array.from({ length: number }, (_, seat) => chair(game, seat, number, seat === you, before[seat], taken => {
    for (const other of chairs) if (other !== taken) other.giveUp();
  }));
  return {
    element: h("ol", { class: "chairs", start: 0 }, chairs.map(each => each.element)),
    read: () => chairs.map(each => each.read()),
  };
}

function chair(game, seat, players, isMe, before, ontake) {
  const agents = agentsFor(game.agents, players);
  const who = h("select", { "aria-label": `who plays as Player ${seat + 1}`, onchange: () => changed() },
    h("option", { value: "me" }, "Me"), h("option", { value: "link" }, "Another person, by a link"),
    h("optgroup", { label: "The computer" }, agents.filter(({ level }) => level).map(({ spec, level }) =>
      h("option", { value: `agent ${spec}` }, level.name))),
    h("optgroup", { label: "For researchers" }, agents.filter(({ spec, level }) => !level || !spec.includes(":")).map(({ spec }) =>
      h("option", { value: `agent ${spec}`, title: spec }, spec)), h("option", { value: "typed" }, "Another agent, typed …")));
  const named = h("input", { "aria-label": `name of Player ${seat + 1}`, placeholder: `Player ${seat + 1}`, maxlength: 40 });
  const typed = h("input", { "aria-label": `agent of Player ${seat + 1}`, placeholder: "such as ismcts:seconds=1", maxlength: 200 });
  const about = h("p", { class: "hint" });
  const easiest = easiestOf(agents, players);
  who.value = isMe || !easiest ? "me" : `agent ${easiest.spec}`;
  if (!isMe && before?.kind === "agent" && agents.some(({ spec }) => spec === before.agent)) who.value = `agent ${before.agent}`;
  if (before && before.kind !== "agent" && before.name !== named.placeholder) named.value = before.name;

  function changed() {
    const kind = who.value, agent = agents.find(({ spec }) => kind === `agent ${spec}`);
    named.hidden = kind.startsWith("agent") || kind === "typed";
    typed.hidden = kind !== "typed";
    const research = agent ? [agent.words, strength(agent, players)].filter(Boolean).join(" ") : "";
    about.textContent = agent?.level?.words ?? research;
    about.title = research;
    if (kind === "me") ontake(self);
  }

  const self = {
    element: h("li", {}, marker(seat), h("div", {}, h("div", { class: "row" }, who, named, typed), about)),
    giveUp() {
      if (who.value !== "me") return;
      who.value = "link";
      changed();
    },
    read() {
      const agent = who.value === "typed" ? typed.value.trim() : who.value.startsWith("agent ") ? who.value.slice(6) : null;
      return agent === null ? { kind: who.value, name: named.value.trim() || null } : { kind: "agent", agent };
    },
  };
  named.hidden = !isMe;
  typed.hidden = true;
  queueMicrotask(changed);
  return self;
}

// Return the league result of an agent for a number of players, as text.
function strength(agent, players) {
  const result = agent.strength?.[players];
  if (!result) return "";
  const percent = (share) => `${Math.round(100 * share)} %`;
  const response = result.response === null ? "" : ` An opponent made for it alone won ${percent(result.response)}.`;
  const tables = result.tables === null ? "" : ` At tables of many kinds it won ${percent(result.tables.mean)}.`;
  return `Rated ${Math.round(result.rating)}: wins ${percent(result.win_share)} among ${result.among} agents.${tables}${response}`;
}
