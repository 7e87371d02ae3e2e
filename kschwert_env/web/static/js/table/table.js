// The table screen: play, watch or analyse. All state comes from the server; the page holds no game.

import { Board } from "./board.js";
import { Hand } from "../decision/hand.js";
import { Tabs } from "../common/tabs.js";
import { Chat } from "./chat.js";
import { Changes } from "./changes.js";
import { ActionPanel, outcome, showReasons } from "../decision/actions.js";
import { ask, Connection } from "../common/connection.js";
import { Controls } from "./controls.js";
import { CardHelp } from "../help/help.js";
import { Hint } from "../help/hint.js";
import { button, copy, dialog, download, focused, h, picture, say, sentence } from "../common/dom.js";
import { openNewTable } from "../common/invite.js";
import { isLesson, Lesson } from "../help/lesson.js";
import { Finale } from "./finale.js";
import { Log } from "./log.js";
import { closeMenu } from "../decision/menu.js";
import { Motion } from "./motion.js";
import { PressGuard } from "./press.js";
import { remember } from "../common/storage.js";
import { openRules, withRuleLinks } from "../help/rules.js";
import { Scenes } from "./scenes.js";
import { chooseSeats } from "../lobby/seat_setup.js";
import { markOf, seatList } from "../common/seats.js";
import { AnalysisPanel } from "../analysis/analysis.js";
import { announce } from "./announce.js";
import { People } from "./people.js";
import { chime } from "../common/sound.js";
import { Summary } from "../analysis/summary.js";
import { Trainer } from "../analysis/trainer.js";

const FEW_TURNS = 10;  // turns before the limit of a game that are counted down

export class Table {
  // `step` is the number of the decision to show first, null for the present; `where` is the kind of address.
  constructor(token, step, where) {
    this.token = token;
    this.step = step;
    this.where = where;
    this.state = this.table = this.catalogue = this.listed = null;
    this.send = message => this.connection.send(message);
    this.go = number => this.send({ type: "goto", number });
    this.select = number => {  // a decision of a list, which covers the board of a phone
      this.openSide(false);
      this.go(number);
    };
    this.help = new CardHelp(this.send);
    this.guard = new PressGuard(() => { this.element.dataset.ready = "true"; });
    const touchables = () => this.actions.touchables();
    const ontouch = (...touched) => this.guard.counts() && this.actions.touch(...touched);
    const onask = target => this.askWhy(target);
    this.board = new Board(touchables, ontouch, onask);
    this.hand = new Hand(this.help, touchables, ontouch, onask);
    this.actions = new ActionPanel(this.help, target => this.hand.has(target) || this.board.has(target), this.send,
      (number, actions) => this.answer(number, actions), () => this.showBoard());
    this.hint = new Hint(this.send, this.help, targets => this.point(targets));
    this.actions.extra = this.hint.element;
    this.actions.element.addEventListener("click", event => {  // a press for the last question must hit nothing new
      if (this.guard.counts()) return;
      event.stopPropagation();
      event.preventDefault();
    }, true);
    this.people = new People(this.send, token, () => this.games());
    this.scenes = new Scenes(this.help, this.people, () => this.send({ type: "scene_over" }));
    this.changes = new Changes();
    this.log = new Log(this.select, this.help, line => this.scenes.replay(line));
    this.controls = new Controls(this, this.send);
    this.toEnd = button("The result", () => this.finale.open(this.table, this.state), { class: "main" });
    this.toPresent = button("Back to the game", () => this.go(null), { class: "main" });
    this.hint.element.prepend(this.controls.undo, this.toEnd, this.toPresent);
    this.analysis = new AnalysisPanel(this.send, this.select, marks => {
      if (this.state && !this.trainer.exercise) this.showBoard(marks);
    });
    const sendExercise = message => {
      this.send(message);
      if (message.type === "stop") this.analysis.failed();  // it ends all analyses
    };
    this.trainer = new Trainer(sendExercise, this.go, () => this.showAgain(), targets => this.point(targets), this.help,
      () => {
        this.tabs.open("end");
        this.openSide(this.narrow.matches);
      });
    this.summary = new Summary(this.send, this.select, seat => this.learn(seat), number => this.log.told(number));
    this.chat = new Chat(this.send, words => this.tabs.shown === "chat" || say(words));
    this.finale = new Finale({ after: act => this.scenes.whenClosed(act), send: this.send, people: this.people, go: this.go,
      look: () => this.trainer.look(this.table.you), learn: () => this.learn(this.table.you) });
    this.lesson = isLesson(token) ? new Lesson(token, () => this.showAgain(), () => this.endLesson()) : null;
    this.narrow = matchMedia("(max-width: 760px)");
    this.element = this.layOut();
    this.motion = new Motion(this.element, this.board, this.hand);
    this.onkey = event => this.typed(event);
    addEventListener("keydown", this.onkey);
    const [receive, connected, refuse] = [this.receive, this.connected, this.refuse].map(method =>
      given => this.guard.update(() => method.call(this, given)));
    this.connection = new Connection(token, receive, connected, refuse);
  }

  // Return the table: the board, the question and the hand, and beside them the seats and a panel with tabs.
  layOut() {
    this.seats = h("div", { class: "players" }, h("ul"), this.people.around);
    this.strip = h("div", { class: "strip" });
    this.lists = h("div", { class: "lists" });
    this.rules = h("div", { class: "rules-place", onrules: ({ detail: isOpen }) => this.showRules(isOpen) });
    this.tabs = new Tabs("About the table", [
      ["game", "Game", [this.controls.walk, this.log.element]],
      ["end", "Result", this.summary.element],
      ["analysis", "Analysis", this.analysis.element],
      ["lists", "Cards", [this.controls.reading, this.lists]],
      ["chat", "Chat", this.chat.element],
      ["rules", "Rules", this.rules],
      ["table", "Table", [this.people.element, this.controls.element]],
    ], name => {
      if (name === "rules" && this.table && !this.rules.firstChild) openRules(this.table.game, null);
    });
    this.more = button("☰", () => this.openSide(!this.element.classList.contains("with-side")), { class: "plain open-side", "aria-label": "log, rules and more" });
    const main = h("div", { class: "middle" }, h("div", { class: "above" }, this.strip, this.board.key, this.scenes.last, this.board.bigger, this.more),
      h("div", { class: "board-place" }, this.board.element, this.scenes.news), this.lesson?.element, this.trainer.element, this.actions.element, this.hand.element);
    return h("div", { class: "table waiting" }, main, h("div", { class: "side" }, this.seats, this.tabs.element));
  }

  // Begin the exercises from the mistakes of a seat.
  learn(seat) {
    this.openSide(false);
    this.trainer.start(this.table, seat);
  }

  showRules(isOpen) {
    if (isOpen) this.before = this.tabs.shown;
    this.tabs.open(isOpen ? "rules" : this.before === "rules" ? "game" : this.before);
    this.openSide(isOpen && this.narrow.matches);
  }

  // On a phone the panel with the tabs covers the board, on demand.
  openSide(isOpen) {
    this.element.classList.toggle("with-side", isOpen);
    this.more.setAttribute("aria-expanded", String(isOpen));
  }

  close() {
    removeEventListener("keydown", this.onkey);
    closeMenu();
    this.guard.close();
    this.people.close();
    this.motion.close();
    this.help.close();
    this.scenes.leave();
    this.finale.close();
    this.connection.close();
    showLost(false);
  }

  connected(isThere) {
    if (!isThere) {
      this.chat.clear();
      for (const each of [this.hint, this.summary, this.analysis]) each.failed();  // nothing asked for will come
    } else if (this.isLost) this.trainer.resume();
    this.isLost = !isThere;
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
      clock: () => {
        this.people.setClock(message);
        if (this.state) this.showAround();  // the state follows a clock that stops
      },
      chat: () => this.chat.receive(message),
      rematch: () => this.people.offer(message),
      link: () => this.people.given(message),
      taken: () => this.people.taken(message),
      description: () => showInWords(message.lines),
      analysis: () => this.analysis.receive(message),
      hint: () => this.hint.receive(message),
      graph: () => {
        for (const each of [this.analysis, this.trainer]) each.receive(message);
        for (const each of [this.summary, this.finale]) each.receiveGraph(message);
      },
      summary: () => {
        this.summary.receive(message);
        this.finale.receive(message);
      },
      record: () => download(message.text, `${this.table.game}.jsonl`),
      position: () => this.export(JSON.stringify(message.position, null, 1)),
      links: () => openNewTable(message, this.branchSeats, this.table),
    }[message.type];
    handler?.();
  }

  failed(words) {
    this.lastError = words;
    this.actions.refused();
    for (const each of [this.hint, this.trainer, this.summary, this.analysis, this.people, this.finale]) each.failed();
    if (this.state) this.showAround();  // a setting may have been refused
    say(this.table ? withRuleLinks(sentence(words), this.table.game) : sentence(words), true);
  }

  // The link leads to no table, so it is not opened again.
  refuse() {
    this.element.replaceChildren(h("section", { class: "panel lost-table" },
      h("h1", {}, "There is no such table"), h("p", {}, sentence(this.lastError ?? "")), h("a", { href: "#/" }, "To all games")));
    say("");
    this.close();
  }

  setTable(table) {
    if (this.table === null) {
      this.help.load(this.cards, table.game);
      this.lesson?.load(table.game);
    } else this.help.askAgain();
    this.table = this.people.table = table;
    this.tabs.hide("chat", !this.chat.show(table));
    this.games().then(games => {
      const game = games.find(({ name }) => name === table.game);
      this.analysis.offer(game?.agents ?? [], table.players);
      this.log.introduce(game?.aim ?? []);
    }, error => say(error.message, true));
    const against = table.seats.filter((_, seat) => seat !== table.you).map(({ name }) => name);
    remember({ token: this.token, game: table.game, title: table.title, seat: table.you, over: table.over, against });
    document.getElementById("where").replaceChildren(h("h1", {}, table.title),
      h("span", {}, table.you === null ? "you watch" : `you are ${table.seats[table.you].name}`));
    if (this.state) this.showAround();
  }

  show(received) {
    const { table } = this, state = this.trainer.narrow(this.lesson?.narrow(received, table.you) ?? received);
    this.received = received;
    this.motion.note();  // before anything changes, which would lay out the page
    const isMyTurnNow = state.actions.length > 0 && (this.state?.actions.length ?? 0) === 0;
    const before = this.state;
    this.state = state;
    const wasDeciding = this.actions.isSent || document.activeElement?.closest(".layer, .hand, .choices, .menu");
    const isNew = this.actions.isNew(state);
    if (isNew || this.lesson) this.board.pointed = this.hand.pointed = this.lesson?.pointed ?? [];
    if (isNew) {
      this.guard.ask();
      this.element.dataset.ready = "false";
    }
    this.hint.show(state.number, isNew, table.analysis && state.actions.length > 0 && !state.isExercise);
    this.element.classList.toggle("learning", this.lesson !== null || !this.trainer.element.hidden);
    this.scenes.receive(state, table.you);
    const isNext = !state.fresh && state.number === state.of && state.number === (before?.number ?? 0) + 1;
    this.board.load(state);
    this.hand.load(state);
    this.actions.show(table, state, isNew);
    this.changes.receive(state, this.board.drawing, table.you);
    this.board.changes = this.changes.selectors;
    this.showBoard([]);
    this.showStrip();
    if (wasDeciding && !document.activeElement?.closest(".layer, .hand, .choices")) this.actions.focus();
    if (this.lesson && isNew) this.board.reveal();
    Object.assign(this.element.dataset, { number: state.number, mine: state.actions.length > 0, over: state.over });
    this.element.classList.remove("waiting");
    this.log.show(state);
    this.showAround();
    this.motion.show(isNext, table.you);
    this.finale.show(table, state);
    announce(state, state.over ? outcome(table, state) : null, this.log.lines(state.number));
    if (isMyTurnNow) chime();
    this.setAddress();
    if (state.number === state.of) remember({ token: this.token, turn: state.turn });
    if (isMyTurnNow && document.hidden) document.title = `● ${table.title}: your turn`;
    else document.title = `${table.title}: Kschwert`;
    if (table.analysis && !state.isExercise) this.analysis.show(table, state);
  }

  // Go to the step of the address once; then the address follows the step that is shown.
  setAddress() {
    const { number, of } = this.state, step = this.step;
    this.step = null;
    if (step !== null && step < of) return this.goTo(step);
    const address = `#/${this.where}/${this.token}${number < of ? `/${number}` : ""}`;
    if (location.hash !== address) history.replaceState(null, "", address);  // which takes long
  }

  // Point at targets on the board, until something else is shown.
  point(targets) {
    this.board.pointed = this.hand.pointed = targets;
    this.showBoard();
  }

  // Draw the board and the hand with what can be touched; `marks` are labels of the analysis.
  showBoard(marks = this.board.marks) {
    this.motion.finish();  // whatever is drawn around pieces is measured
    this.hand.show(marks);
    this.board.show(this.state, marks);
  }

  // Show what belongs to nobody, and the lists.
  showStrip() {
    const { marks, turn, turns_left: left, over, lists } = this.state;
    this.strip.replaceChildren(...(turn === null ? [] : [h("span", { class: "turn" }, `Turn ${turn}`, left !== null && left <= FEW_TURNS && !over ? h("b", { class: "limit" }, left === 1 ? ", the last one" : `, ${left} left`) : null)]), ...marks.map(markOf));
    if (lists !== this.listed) this.lists.replaceChildren(...(lists ? [picture(lists)] : []));
    this.listed = lists;
  }

  // Show the same state again: the guide allows something else.
  showAgain() {
    if (this.received) this.show({ ...this.received, log: [], fresh: false });
  }

  endLesson() {
    this.lesson = null;
    this.send({ type: "settings", forced: true });
    queueMicrotask(() => this.showAgain());
  }

  // Update everything but the board, so that a changed setting does not redraw an element that is about to be clicked.
  showAround() {
    this.people.show(this.table);
    const before = focused();
    this.seats.firstChild.replaceWith(seatList(this.table, this.state, seat => this.people.below(seat), this.help));
    if (before !== focused() && this.seats.contains(before)) before.focus({ preventScroll: true });  // a name that is being typed
    this.controls.show(this.table, this.state);
    const isPresent = this.state.number === this.state.of;
    this.toEnd.hidden = !this.table.over || !isPresent || this.table.you === null;
    this.toPresent.hidden = isPresent || this.table.over || this.table.you === null;
    if (!this.toPresent.hidden) this.controls.undo.hidden = true;
    this.tabs.hide("analysis", !this.table.analysis || this.trainer.exercise !== undefined);  // it has the answers
    this.summary.show(this.table);
    this.tabs.hide("end", this.summary.element.hidden);
  }

  // Send an answer, unless the press was meant for another question.
  answer(number, [action, ...then]) {
    if (!this.guard.counts()) return false;
    if (this.state.isExercise) {
      this.trainer.tried(action);
      return false;
    }
    this.connection.sendAnswer({ type: "act", number, action, then });
    return true;
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

  askWhy(target) {
    if (this.state.isExercise) return;
    if (this.state.actions.length > 0) this.send({ type: "reasons", target });
    else if (!this.state.over && this.table.you !== null) say(`It is not your turn: ${this.state.question.words}.`);
  }

  // Return a promise of all games; after a failure they are asked for again.
  games() {
    this.catalogue ??= ask("api/games").catch(error => {
      this.catalogue = null;
      throw error;
    });
    return this.catalogue;
  }

  async playOn() {
    const game = (await this.games()).find(({ name }) => name === this.table.game);
    const chairs = chooseSeats(game, this.table.seats.length, this.table.seats, this.table.you ?? 0);
    const box = dialog("Play on from here", chairs.element, button("Play", () => {
      this.branchSeats = chairs.read();
      this.send({ type: "branch", number: this.state.number, seats: this.branchSeats });
      box.close();
    }, { class: "main" }));
  }

  export(text) {
    const box = dialog("The position", h("textarea", { readonly: true, rows: 14, "aria-label": "position" }, text),
      h("div", { class: "row" }, button("Copy", () => copy(text, "Position")),
        button("Save", () => download(text, `${this.table.game}_position.json`)), button("Close", () => box.close())));
  }
}

// Show the position in words: a heading-like first line, then a list for each part.
function showInWords(lines) {
  const parts = [[]];
  for (const line of lines) {
    if (line) parts[parts.length - 1].push(line);
    else parts.push([]);
  }
  dialog("The position in words", ...parts.filter(part => part.length).map(part =>
    h("ul", { class: "in-words" }, part.map(line => h("li", {}, line)))));
}

// Show in the header that the line is dead; answers given meanwhile are kept.
function showLost(isLost) {
  document.body.classList.toggle("lost", isLost);
  document.getElementById("line").textContent = isLost ? "Reconnecting … Your answer is kept." : "";
}
