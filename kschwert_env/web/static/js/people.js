// What people do beside the game: resign, offer a rematch, give an abandoned seat away; and their clocks.

import { button, dialog, h, say } from "./dom.js";
import { showLink } from "./invite.js";
import { recall, remember } from "./storage.js";
import { name } from "./seats.js";

const TICK = 250;  // time between updates of the clocks, in milliseconds
const SOON = 30;  // remaining seconds that are marked

export class People {
  // `send` sends a message, `catalogue` is a promise of all games with their agents.
  constructor(send, token, catalogue) {
    Object.assign(this, { send, token, catalogue, clock: null, hasAsked: false });
    this.resign = button("Resign", () => this.confirm());
    this.rematch = button("Rematch", () => {
      this.hasAsked = true;
      send({ type: "rematch" });
    });
    this.join = button("Join the rematch", () => this.go(), { class: "main" });
    this.element = h("div", { class: "row people" }, this.resign, this.rematch, this.join);
    this.timer = setInterval(() => this.tick(), TICK);
  }

  close() {
    clearInterval(this.timer);
  }

  show(table) {
    this.table = table;
    const isPerson = table.you !== null;
    this.resign.hidden = !isPerson || table.over;
    this.rematch.hidden = !isPerson || !table.over || this.offered !== undefined;
    this.join.hidden = this.offered === undefined;
    this.element.hidden = this.resign.hidden && this.rematch.hidden && this.join.hidden;
  }

  // -- the end of a game --------------------------------------------------------------------------------------

  confirm() {
    const others = this.table.seats.length > 2 && this.table.seats.some((seat, i) => seat.kind !== "agent" && i !== this.table.you);
    const box = dialog("Resign?", h("p", {}, others ? "The computer plays on in your seat, and you watch." : "The game ends, and you lose."),
      h("div", { class: "row" }, button("Resign", () => {
        this.send({ type: "resign" });
        box.close();
      }, { class: "main" }), button("Play on", () => box.close())));
  }

  // A rematch is offered: who asked for it goes there at once, the others choose.
  offer({ token }) {
    this.offered = token;
    if (this.hasAsked) return this.go();
    this.show(this.table);
    say("A rematch is offered, with seats exchanged.");
  }

  go() {
    location.hash = `#/table/${this.offered}`;
  }

  // -- abandoned seats ----------------------------------------------------------------------------------------

  // Return what stands below a seat in the list of players: its clock, and a button to give it away.
  below(seat) {
    const { seats, owner, over } = this.table, sitting = seats[seat];
    const isPerson = sitting.kind === "me" || sitting.kind === "link";
    const isAbandoned = owner && !over && seat !== this.table.you && isPerson && !sitting.here;
    const parts = [
      this.clock && isPerson ? h("span", { class: "clock", "data-clock": seat }, this.time(seat)) : null,
      isAbandoned ? button("Give away", () => this.giveAway(seat), { "aria-label": `give the seat of ${sitting.name} to somebody else` }) : null,
    ].filter(Boolean);
    return parts.length ? h("span", { class: "below-seat" }, parts) : null;
  }

  async giveAway(seat) {
    const { game, seats } = this.table;
    const agents = (await this.catalogue).find(each => each.name === game).agents.filter(({ players }) => players.includes(seats.length))
      .sort((one, other) => (one.level === null) - (other.level === null));
    const who = h("select", { "aria-label": "who plays on" }, agents.map(({ spec, level }) =>
      h("option", { value: spec }, level ? `${level.name} (${spec})` : spec)));
    const replace = agent => () => {
      this.send({ type: "replace", seat, agent });
      box.close();
    };
    const box = dialog(`The seat of ${name(this.table, seat)}`,
      h("p", {}, `${name(this.table, seat)} is away. Somebody else can play on in this seat; the old link is for watching then.`),
      h("div", { class: "row" }, who, button("Let the computer play", () => replace(who.value)(), { class: "main" })),
      h("div", { class: "row" }, button("Make a link for another person", replace(null))));
  }

  // The link of a seat that was given to another person.
  given({ seat, token }) {
    const { links = [] } = recall(this.token) ?? {};
    remember({ ...recall(this.token), token: this.token, links: [...links.filter(link => link.seat !== seat), { seat, token }] });
    showLink(seat, token);
  }

  // -- clocks -------------------------------------------------------------------------------------------------

  setClock(message) {
    this.clock = { ...message, since: performance.now() - 1000 * message.used };
  }

  tick() {
    for (const shown of this.clock ? document.querySelectorAll("[data-clock]") : []) {
      const seat = Number(shown.dataset.clock), words = this.time(seat);
      if (shown.textContent !== words) shown.textContent = words;
      shown.classList.toggle("soon", this.left(seat) < SOON);
      shown.classList.toggle("runs", this.clock.seat === seat);
    }
  }

  left(seat) {
    const { left, free, seat: running, since } = this.clock;
    const used = seat === running && !this.table.over ? Math.max(0, (performance.now() - since) / 1000 - free) : 0;
    return Math.max(0, left[seat] - used);
  }

  time(seat) {
    const seconds = Math.ceil(this.left(seat));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}
