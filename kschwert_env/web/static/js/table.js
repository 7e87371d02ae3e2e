// The table screen: play, watch or analyse. All state comes from the server; the page holds no game.

import { Board } from "./board.js";
import { ActionPanel, showReasons } from "./actions.js";
import { ask, Connection } from "./connection.js";
import { Controls } from "./controls.js";
import { CardHelp } from "./help.js";
import { copy, dialog, download, button, h, say } from "./dom.js";
import { openNewTable } from "./invite.js";
import { Log } from "./log.js";
import { PressGuard } from "./press.js";
import { remember } from "./storage.js";
import { openRules } from "./rules.js";
import { chooseSeats } from "./seat_setup.js";
import { seatList } from "./seats.js";
import { AnalysisPanel } from "./analysis.js";

export class Table {
  constructor(token) {
    this.token = token;
    this.state = this.table = null;
    this.send = message => this.connection.send(message);
    this.go = number => this.send({ type: "goto", number });
    this.help = new CardHelp(this.send);
    this.guard = new PressGuard(() => { this.element.dataset.ready = "true"; });
    this.actions = new ActionPanel(this.help, this.send, (number, actions) => this.answer(number, actions),
      () => this.board.show(this.state, this.board.marks));
    this.actions.element.addEventListener("click", event => {  // a press for the last question must hit nothing new
      if (this.guard.counts()) return;
      event.stopPropagation();
      event.preventDefault();
    }, true);
    this.board = new Board(() => this.actions.touchables(), (...touched) => this.guard.counts() && this.actions.touch(...touched),
      target => this.asked(target));
    this.log = new Log(this.go, this.help);
    this.seats = h("section", { class: "panel" });
    this.controls = new Controls(this, this.send);
    this.analysis = new AnalysisPanel(this.send, this.go, marks => {
      this.marks = marks;
      if (this.state) this.board.show(this.state, marks);
    });
    this.element = h("div", { class: "table" }, this.actions.element, this.board.element,
      h("div", { class: "aside" }, this.seats, this.controls.element, this.analysis.element, this.log.element));
    this.onkey = event => this.typed(event);
    addEventListener("keydown", this.onkey);
    this.connection = new Connection(token, message => this.receive(message), isThere => this.connected(isThere), () => this.refuse());
    this.catalogue = ask("/api/games");
    this.analysis.element.hidden = true;
  }

  close() {
    removeEventListener("keydown", this.onkey);
    this.guard.close();
    this.help.close();
    this.connection.close();
    showLost(false);
  }

  connected(isThere) {
    const isRefused = this.table === null && this.lastError;  // such as while the store is locked; the error is shown
    showLost(!isThere && !isRefused);
  }

  receive(message) {
    const handler = {
      table: () => this.setTable(message.table),
      state: () => this.show(message),
      help: () => { this.cards = message.tables; },
      pictures: () => this.help.receive(message.pictures),
      reasons: () => showReasons(message, this.table.game),
      checked: () => this.actions.selection?.checked(message),
      error: () => this.failed(message.words),
      analysis: () => this.analysis.receive(message),
      graph: () => this.analysis.receive(message),
      record: () => download(message.text, `${this.table.game}.jsonl`),
      position: () => this.export(JSON.stringify(message.position, null, 1)),
      links: () => openNewTable(message, this.asked, this.table),
    }[message.type];
    handler?.();
  }

  failed(words) {
    this.lastError = words;
    this.actions.refused();
    if (this.state) this.showAround();  // a setting may have been refused
    say(words, true);
  }

  // The link leads to no table, so it is not opened again.
  refuse() {
    this.element.replaceChildren(h("section", { class: "panel lost-table" },
      h("h1", {}, "There is no such table"), h("p", {}, this.lastError ?? ""), h("a", { href: "#/" }, "To all games")));
    this.close();
  }

  setTable(table) {
    if (this.table === null) this.help.load(this.cards, table.game);
    else this.help.askAgain();
    this.table = table;
    this.catalogue.then(games => this.analysis.offer(games.find(({ name }) => name === table.game)?.agents ?? [], table.players));
    remember({ token: this.token, game: table.game, title: table.title, seat: table.you, over: table.over });
    document.getElementById("where").replaceChildren(h("h1", {}, table.title),
      h("span", {}, table.you === null ? "you watch" : `you are ${table.seats[table.you].name}`));
    this.analysis.element.hidden = !table.analysis;
    if (this.state) this.showAround();
  }

  show(state) {
    const { table } = this;
    const isMyTurnNow = state.actions.length > 0 && (this.state?.actions.length ?? 0) === 0;
    this.state = state;
    const wasDeciding = this.actions.isSent || document.activeElement?.closest(".layer, .choices, .menu");
    const isNew = this.actions.isNew(state);
    if (isNew) {
      this.guard.ask();
      this.element.dataset.ready = "false";
    }
    this.actions.show(table, state, isNew);
    this.board.show(state, []);
    if (wasDeciding && !document.activeElement?.closest(".layer, .choices")) this.actions.focus();
    Object.assign(this.element.dataset, { number: state.number, mine: state.actions.length > 0, over: state.over });
    this.log.show(state);
    this.showAround();
    if (isMyTurnNow && document.hidden) document.title = `● ${table.title}: your turn`;
    else document.title = `${table.title}: Kschwert`;
    if (table.analysis) this.analysis.show(table, state);
  }

  // Update everything but the board, so that a changed setting does not redraw an element that is about to be clicked.
  showAround() {
    this.seats.replaceChildren(seatList(this.table, this.state));
    this.controls.show(this.table, this.state);
  }

  // Send an answer, unless the press was meant for another question.
  answer(number, [action, ...then]) {
    if (!this.guard.counts()) return false;
    this.connection.sendAnswer({ type: "act", number, action, then });
    return true;
  }

  openRules(id) {
    openRules(this.table.game, id);
  }

  // Show another decision. During play the last one is the present, which follows the game.
  goTo(number) {
    this.go(number >= this.state.of ? null : Math.max(0, number));
  }

  typed(event) {
    if (event.target.closest?.("input, select, textarea, dialog, .menu, #rules, .layer")) return;
    if (event.altKey || event.ctrlKey || event.metaKey || !this.state) return;
    const { number, of: last } = this.state;
    const to = { ArrowLeft: number - 1, ArrowRight: number + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.goTo(to);
  }

  asked(target) {
    if (this.state.actions.length > 0) this.send({ type: "reasons", target });
    else if (!this.state.over && this.table.you !== null) say(`It is not your turn: ${this.state.question.words}.`);
  }

  async playOn() {
    const game = (await this.catalogue).find(({ name }) => name === this.table.game);
    const chairs = chooseSeats(game, this.table.seats.length);
    const box = dialog("Play on from here", chairs.element, button("Play", () => {
      this.asked = chairs.read();
      this.send({ type: "branch", number: this.state.number, seats: this.asked });
      box.close();
    }, { class: "main" }));
  }

  export(text) {
    const box = dialog("The position", h("textarea", { readonly: true, rows: 14, "aria-label": "position" }, text),
      h("div", { class: "row" }, button("Copy", () => copy(text, "Position")),
        button("Save", () => download(text, `${this.table.game}_position.json`)), button("Close", () => box.close())));
  }
}

// Show in the header that the line is dead; answers given meanwhile are kept.
function showLost(isLost) {
  document.body.classList.toggle("lost", isLost);
  document.getElementById("line").textContent = isLost ? "Reconnecting … Your answer is kept." : "";
}
