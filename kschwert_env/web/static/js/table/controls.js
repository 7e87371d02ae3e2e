// The controls next to the board: navigation through the decisions, pace of agents, and other commands.
// Elements are created once and then updated, so that buttons don't vanish during a click while agents play.

import { button, h } from "../common/dom.js";
import { paceList } from "../common/pace.js";
import { canInvite, invite } from "../common/invite.js";
import { recall, store, stored } from "../common/storage.js";

const PACES = [[0, "at once"], [0.3, "0.3 s"], [0.5, "0.5 s"], [1, "1 s"], [3, "3 s"], [5, "5 s"]];

const NUMBERS = "kschwert numbers of fields";
const showNumbers = () => document.body.classList.toggle("numbers", stored(NUMBERS, false) === true);

export class Controls {
  // `table` navigates, branches and opens the rules; `send` sends a message to the server.
  constructor(table, send) {
    this.token = table.token;
    this.number = this.of = 0;
    const to = (words, where, label) => button(words, () => table.goTo(where()), { "aria-label": label });
    const settle = settings => send({ type: "settings", ...settings });
    this.first = to("«", () => 0, "to the start");
    this.back = to("‹", () => this.number - 1, "one decision back");
    this.slider = h("input", { type: "range", min: 0, max: 0, "aria-label": "decision",
      onchange: () => table.goTo(Number(this.slider.value)) });
    this.on = to("›", () => this.number + 1, "one decision on");
    this.last = to("»", () => this.of, "to the present");
    this.place = h("output");
    this.pause = button("Pause", () => settle({ paused: this.pause.textContent === "Pause" }));
    this.pace = h("select", { onchange: () => settle({ pace: Number(this.pace.value) }) },
      PACES.map(([value, words]) => h("option", { value }, words)));
    this.agents = h("div", { class: "row" }, h("label", {}, "Pace of the computer ", this.pace), this.pause);
    this.forced = h("input", { type: "checkbox", onchange: () => settle({ forced: this.forced.checked }) });
    this.forcedLine = h("label", { class: "check" }, this.forced, "Play forced moves automatically");
    const number = h("input", { type: "checkbox", checked: stored(NUMBERS, false) === true, onchange: () => {
      store(NUMBERS, number.checked);
      showNumbers();
    } });
    this.numbers = h("label", { class: "check" }, number, "Show the numbers of fields");
    showNumbers();
    this.undo = button("Take back", () => send({ type: "back" }));
    this.invite = button("Invite", () => invite(recall(table.token)));
    this.open = [
      button("Play on from here", () => table.playOn()),
      button("Record", () => send({ type: "record" })),
      button("Position", () => send({ type: "position", number: this.number })),
    ];
    this.walk = h("div", { class: "walk" }, this.first, this.back, this.slider, this.on, this.last, this.place);
    this.reading = h("div", { class: "row" }, button("All cards and signs", () => table.help.openAll()), button("In words", () => send({ type: "describe" })));
    this.element = h("section", { class: "controls", "aria-label": "Controls" },
      this.agents, h("label", { class: "row" }, "Animations ", paceList(() => {})), this.forcedLine, this.numbers, h("div", { class: "row" }, this.invite, this.open));
  }

  show(table, { number, of, svg }) {
    this.numbers.hidden = !svg.includes("data-numbers");
    Object.assign(this, { number, of });
    this.first.disabled = this.back.disabled = number <= 0;
    this.on.disabled = this.last.disabled = number >= of;
    Object.assign(this.slider, { max: of, value: number });
    this.place.textContent = `${number} / ${of}`;
    this.agents.hidden = table.over || !table.owner || !table.seats.some(seat => seat.kind === "agent");
    this.pause.textContent = table.paused ? "Go on" : "Pause";
    const far = PACES.map(([pace]) => Math.abs(Number(pace) - table.pace));
    this.pace.selectedIndex = far.indexOf(Math.min(...far));
    this.forcedLine.hidden = table.over || table.you === null;
    this.forced.checked = table.forced;
    this.undo.hidden = !table.back || of === 0;
    this.invite.hidden = table.over || !canInvite(recall(this.token));
    for (const each of this.open) each.hidden = !table.open && !table.over;
  }
}
