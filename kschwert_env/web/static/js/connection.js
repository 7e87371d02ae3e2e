// A WebSocket that reconnects automatically. The token of a seat is sent in the first message only.

const MAX_DELAY = 5000;  // maximum delay between attempts to reconnect, in milliseconds
const UNKNOWN_LINK = 4404;  // the server's close code for an unknown token

export class Connection {
  // `onmessage` gets every message, `onstate` whether the socket is connected. `onrefused` is called instead of a
  // reconnection if the token leads to no table.
  constructor(token, onmessage, onstate, onrefused) {
    Object.assign(this, { token, onmessage, onstate, onrefused, wait: 250, isClosed: false });
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket.onopen = () => this.send({ type: "join", token: this.token });
    this.socket.onmessage = event => {
      const message = JSON.parse(event.data);
      if (message.type === "state") this.wait = 250;  // not after an error, which may come at each attempt
      this.onstate(true);
      this.onmessage(message);
    };
    this.socket.onclose = ({ code }) => {
      if (this.isClosed) return;
      if (code === UNKNOWN_LINK) {
        this.onrefused();
        return;
      }
      this.onstate(false);
      setTimeout(() => this.isClosed || this.open(), this.wait);
      this.wait = Math.min(MAX_DELAY, 2 * this.wait);
    };
  }

  // Send a message if connected. It is dropped otherwise, since it may be outdated after a reconnect.
  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.isClosed = true;
    this.socket.close();
  }
}

// Send a request to the HTTP interface. Throws an Error with the server's message.
export async function ask(path, body) {
  const asked = body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  };
  const answer = await fetch(path, asked);
  const given = await answer.json();
  if (!answer.ok) throw new Error(given.error ?? given.words ?? answer.statusText);
  return given;
}
