// Chat between people: short messages and reactions. A click mutes a player.

import { button, h } from "../common/dom.js";
import { marker, name } from "../common/seats.js";

const REACTIONS = ["👍", "😀", "😮", "😡", "🤝", "⏳"];
const LEAST = 2;  // people from which there is a chat

export class Chat {
  // `send` sends a message, `onnew(words)` is called for a message of somebody else.
  constructor(send, onnew) {
    this.send = send;
    this.onnew = onnew;
    this.table = null;
    this.muted = new Set();
    this.list = h("ol", { "aria-live": "polite", "aria-label": "Messages" });
    this.field = h("input", { "aria-label": "message", placeholder: "A message to all players", maxlength: 200 });
    this.element = h("form", { class: "chat", onsubmit: event => {
      event.preventDefault();
      if (this.field.value.trim()) this.say(this.field.value);
      this.field.value = "";
    } }, this.list, h("div", { class: "row reactions" }, REACTIONS.map(words => button(words, () => this.say(words), { class: "plain", "aria-label": `say ${words}` }))),
    h("div", { class: "row" }, this.field, h("button", { class: "main" }, "Send")));
  }

  // Return whether a table has a chat: at least two people play, and the user is one of them.
  show(table) {
    this.table = table;
    return table.you !== null && table.seats.filter(({ kind }) => kind === "me" || kind === "link").length >= LEAST;
  }

  // The server sends all messages again after a reconnection.
  clear() {
    this.list.replaceChildren();
  }

  say(words) {
    this.send({ type: "chat", words });
  }

  receive({ seat, words }) {
    const isOwn = seat === this.table.you;
    const mute = isOwn ? null : button("mute", () => this.mute(seat), { class: "link", "aria-label": `mute ${name(this.table, seat)}` });
    this.list.append(h("li", { "data-seat": seat, hidden: this.muted.has(seat) }, marker(seat), h("span", {}, words), mute));
    this.list.scrollTop = this.list.scrollHeight;
    if (!isOwn && !this.muted.has(seat)) this.onnew(`${name(this.table, seat)}: ${words}`);
  }

  mute(seat) {
    this.muted.add(seat);
    for (const item of this.list.children) item.hidden ||= item.dataset.seat === String(seat);
  }
}
