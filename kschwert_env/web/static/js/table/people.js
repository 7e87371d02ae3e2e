// What people do beside the game: resign, offer a rematch, give a seat away, take one; and their clocks.

import { all, button, dialog, h, say } from "../common/dom.js";
import { showLink } from "../common/invite.js";
import { recall, remember } from "../common/storage.js";
import { chime } from "../common/sound.js";
import { name } from "../common/seats.js";
import { agentsFor } from "../lobby/seat_setup.js";

const TICK = 250;  // time between updates of the clocks, in milliseconds
const SOON = 30;  // remaining seconds that are marked

export class People {
  // `send` sends a message, `games()` returns a promise of all games with their agents.
  constructor(send, token, games) {
    this.send = send;
    this.token = token;
    this.games = games;
    this.clock = null;
    this.hasAsked = false;
    this.asked = null;
    this.free = [];  // seats that are offered
    this.awaited = new Set();  // those that were, until somebody is there
    this.wasListed = Boolean(recall(token)?.listing);
    this.resign = button("Resign", () => this.confirm());
    this.rematch = button("Rematch", () => {
      this.hasAsked = true;
      send({ type: "rematch" });
    });
    this.join = button("Join the rematch", () => this.go(), { class: "main" });
    this.give = button("Give seat away", () => this.giveAway(this.table.you), { "aria-label": "give your seat to somebody else" });
    this.named = h("input", { "aria-label": "your name", maxlength: 40, placeholder: "Your name" });
    this.naming = h("form", { class: "row naming", onsubmit: event => {
      event.preventDefault();
      if (this.named.value.trim()) send({ type: "name", name: this.named.value.trim() });
    } }, this.named, h("button", {}, "Set name"));
    this.known = h("p", { class: "note" }, "Who created this table chose its deal, and may know what is hidden.");
    this.element = h("div", { class: "row people" }, this.naming, this.resign, this.rematch, this.join, this.give, this.known);
    this.fill = button("Fill a seat", () => this.giveAway(this.free[0]), { class: "link" });
    this.where = h("span");
    this.listed = h("span", {}, this.where, " ", this.fill);
    this.watching = h("span");
    this.around = h("p", { class: "hint around" }, this.listed, this.watching);
    this.timer = setInterval(() => this.tick(), TICK);
  }

  close() {
    clearInterval(this.timer);
  }

  show(table) {
    const isPerson = table.you !== null;
    this.table = table;
    this.showFree();
    this.watching.hidden = table.watchers <= (isPerson ? 0 : 1);  // who watches alone knows
    this.watching.textContent = table.watchers === 1 ? "1 person watches" : `${table.watchers} people watch`;
    this.around.hidden = this.listed.hidden && this.watching.hidden;
    this.resign.hidden = !isPerson || table.over;
    this.rematch.hidden = !isPerson || !table.over || this.offered !== undefined;
    this.join.hidden = this.offered === undefined;
    this.naming.hidden = !isPerson;
    if (isPerson && document.activeElement !== this.named) this.named.value = table.seats[table.you].name;
    this.give.hidden = !isPerson || table.over || !table.owner;
    this.known.hidden = !table.known || table.seats.filter(({ kind }) => kind === "me" || kind === "link").length < 2;
    this.element.hidden = [this.naming, this.resign, this.rematch, this.join, this.give, this.known].every(({ hidden }) => hidden);
  }

  // Show whether the lobby lists free seats, and announce who has come to one.
  showFree() {
    const { seats, listed, over, owner, you } = this.table;
    this.wasListed ||= listed;
    this.free = seats.flatMap(({ offered }, seat) => (offered ? [seat] : []));
    for (const seat of this.free) this.awaited.add(seat);
    for (const seat of this.awaited) {
      if (!seats[seat].here) continue;
      this.awaited.delete(seat);
      if (seat === you) continue;
      const words = `${seats[seat].name} has sat down`;
      say(`${words}.`);
      chime();
      if (document.hidden) document.title = `● ${this.table.title}: ${words}`;
    }
    const isFree = listed && this.free.length > 0;
    const isForgotten = this.wasListed && !listed && owner && seats.some(({ kind, here }) => kind === "link" && !here);
    this.where.textContent = isFree ? "Listed in the lobby: anyone may join." : "No longer listed in the lobby: invite somebody, or open another table.";
    this.listed.hidden = over || !(isFree || isForgotten);
    this.fill.hidden = !owner || !isFree;
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

  // The server has refused something, perhaps a rematch.
  failed() {
    this.hasAsked = false;
  }

  // -- seats for somebody else --------------------------------------------------------------------------------

  // Return what stands below a seat in the list of players: its clock, and buttons to give it away or to take it.
  below(seat) {
    const { seats, owner, over, you, listed, public: isWatching } = this.table, sitting = seats[seat];
    const isPerson = sitting.kind === "me" || sitting.kind === "link";
    const mayGive = owner && !over && isPerson && seat !== you && !sitting.here && !(listed && sitting.offered), mayTake = isWatching && sitting.offered && !over;
    const isUnnamed = seat === you && (sitting.kind === "link" || this.wasListed) && sitting.name === `Player ${seat + 1}`;
    const parts = [
      isUnnamed ? this.askName() : null,
      this.clock && isPerson ? h("span", { class: "clock", "data-clock": seat }, this.time(seat)) : null,
      mayGive ? button("Give seat away", () => this.giveAway(seat), { "aria-label": `give the seat of ${sitting.name} to somebody else` }) : null,
      mayTake ? button("Take this seat", () => this.send({ type: "take", seat }), { "aria-label": `take the seat of ${sitting.name}` }) : null,
    ].filter(Boolean);
    return parts.length ? h("span", { class: "below-seat" }, parts) : null;
  }

  // Return a field for the name of somebody who came by a link and has none.
  askName() {
    this.asked ??= h("form", { class: "row naming", onsubmit: event => {
      event.preventDefault();
      const [field] = event.target.elements;
      if (field.value.trim()) this.send({ type: "name", name: field.value.trim() });
    } }, h("input", { "aria-label": "enter your name", maxlength: 40, placeholder: "Your name" }), h("button", {}, "OK"));
    return this.asked;
  }

  async giveAway(seat) {
    const { game, seats, you, listed } = this.table, isOwn = seat === you, isFree = this.free.includes(seat);
    const agents = agentsFor((await this.games()).find(each => each.name === game).agents, seats.length);
    const who = h("select", { "aria-label": "who plays on" }, agents.map(({ spec, level }) =>
      h("option", { value: spec }, level?.name ?? spec)));
    const ask = message => () => {
      this.send({ seat, ...message() });
      box.close();
    };
    const words = isOwn ? "Somebody else can play on in your seat. You watch then, and your link is for watching."
      : isFree ? "Nobody has taken this seat yet. Let the computer play, or make a new link; the old one is for watching then."
      : `${name(this.table, seat)} is away. Somebody else can play on in this seat; the old link is for watching then.`;
    const box = dialog(isOwn ? "Your seat" : `The seat of ${name(this.table, seat)}`, h("p", {}, words),
      h("div", { class: "row" }, who, button("Let the computer play", ask(() => ({ type: "replace", agent: who.value })), { class: "main" })),
      h("div", { class: "row" }, button("Make a link for another person", ask(() => ({ type: "replace", agent: null }))),
        isOwn || isFree ? null : button(listed ? "Offer it in the lobby" : "Offer it to those who watch", ask(() => ({ type: "offer" })))));
  }

  // The user has taken a seat.
  taken({ token }) {
    location.hash = `#/table/${token}`;
  }

  // The link of a seat that was given to another person.
  given({ seat, token }) {
    const { links = [] } = recall(this.token) ?? {};
    remember({ ...recall(this.token), token: this.token, links: [...links.filter(link => link.seat !== seat), { seat, token }] });
    showLink(seat, token);
  }

  // -- clocks -------------------------------------------------------------------------------------------------

  setClock(message) {
    const stop = performance.now() + 1000 * message.stopped;  // until then the clock stops
    this.clock = { ...message, stop, since: stop - 1000 * message.used };
  }

  // Return whether the time of the own seat is measured.
  get isMeasured() {
    return this.clock !== null && this.clock.seat !== null && this.clock.seat === this.table?.you && !this.table.over;
  }

  // Return for how long the own clock stops, in milliseconds: the server stops it for a battle that the page shows.
  get stopped() {
    return this.isMeasured ? Math.max(0, this.clock.stop - performance.now()) : 0;
  }

  get isRunning() {
    return this.isMeasured && this.stopped === 0;
  }

  tick() {
    for (const shown of this.clock ? all("[data-clock]") : []) {
      const seat = Number(shown.dataset.clock), words = this.time(seat);
      if (shown.textContent !== words) shown.textContent = words;
      shown.classList.toggle("soon", this.left(seat) < SOON);
      shown.classList.toggle("runs", this.clock.seat === seat && performance.now() >= this.clock.stop);
    }
  }

  left(seat) {
    const { left, free, seat: running, since, used } = this.clock;
    const counted = seat === running && !this.table.over ? Math.max(0, Math.max(used, (performance.now() - since) / 1000) - free) : 0;
    return Math.max(0, left[seat] - counted);
  }

  time(seat) {
    const seconds = Math.ceil(this.left(seat));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}
