// A WebSocket that notices a dead line and reconnects. The token of a seat is sent in the first message only.

const MAX_DELAY = 5000;  // longest delay between attempts to reconnect, in milliseconds
const BEAT = 5000;  // time between heartbeats
const SILENCE = { opening: 10000, joining: 120000, joined: 10000 };  // longest time without an answer; joining may compile
const UNKNOWN_LINK = 4404;  // the server's close code for an unknown token

export class Connection {
  // `onmessage` gets every message, `onstate` whether the line works. `onrefused` is called instead of a reconnection if
  // the token leads to no table.
  constructor(token, onmessage, onstate, onrefused) {
    this.token = token;
    this.onmessage = onmessage;
    this.onstate = onstate;
    this.onrefused = onrefused;
    this.wait = 250;
    this.isClosed = false;
    this.answer = null;
    this.beat = () => this.checkLine();
    this.timer = setInterval(this.beat, BEAT);
    addEventListener("online", this.beat);
    document.addEventListener("visibilitychange", this.beat);
    this.open();
  }

  open() {
    const address = new URL("ws", location.href);  // relative to the page, which may be served behind a path
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    Object.assign(this, { socket, stage: "opening", askedAt: Date.now() });
    socket.onopen = () => {
      Object.assign(this, { stage: "joining", askedAt: Date.now() });
      this.send({ type: "join", token: this.token });
    };
    socket.onmessage = event => { if (socket === this.socket) this.receive(JSON.parse(event.data)); };
    socket.onclose = ({ code }) => {
      if (socket !== this.socket || this.isClosed) return;
      if (code === UNKNOWN_LINK) this.onrefused();
      else this.reconnect();
    };
  }

  receive(message) {
    this.askedAt = null;
    if (message.type === "acknowledged") {
      if (message.id === this.answer?.id) this.answer = null;
      return;
    }
    if (message.type === "state") {
      this.wait = 250;  // not after an error, which may come at each attempt
      if (this.stage !== "joined") this.resend(message);
      this.stage = "joined";
    }
    this.onstate(true);
    if (message.type !== "pong") this.onmessage(message);
  }

  // Ask the server for a sign of life; reconnect if the last question was not answered in time.
  checkLine() {
    if (this.socket === null) return;  // a reconnection is due
    if (this.askedAt !== null) {
      if (Date.now() - this.askedAt > SILENCE[this.stage]) this.reconnect();
    } else {
      this.askedAt = Date.now();
      this.send({ type: "ping" });
    }
  }

  reconnect() {
    const old = this.socket;
    this.socket = null;
    old.close();
    this.onstate(false);
    setTimeout(() => this.isClosed || this.open(), this.wait);
    this.wait = Math.min(MAX_DELAY, 2 * this.wait);
  }

  // Send a message if connected. It is dropped otherwise, since it may be outdated after a reconnection.
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  // Send an answer to a question, again after a reconnection, until the server acknowledges it. The id makes sure that it
  // is executed once.
  sendAnswer(message) {
    const id = Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(36)).join("");
    this.answer = { ...message, id };
    if (this.stage === "joined") this.send(this.answer);
  }

  // After a reconnection: the answer counts only if its question is still asked.
  resend({ number, actions }) {
    if (this.answer === null) return;
    if (number === this.answer.number && actions.length > 0) this.send(this.answer);
    else this.answer = null;
  }

  close() {
    this.isClosed = true;
    clearInterval(this.timer);
    removeEventListener("online", this.beat);
    document.removeEventListener("visibilitychange", this.beat);
    this.socket?.close();
  }
}

// Send a request to the HTTP interface. Throws an Error with the server's message.
export async function ask(path, body) {
  const asked = body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  };
  const answer = await fetch(path, asked);
  const given = await answer.json().catch(() => null);  // a proxy may answer with a page
  if (!answer.ok || given === null) throw new Error(given?.error ?? `The server can't answer now (status ${answer.status}); try again`);
  return given;
}
