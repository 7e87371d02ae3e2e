// A WebSocket that reconnects automatically. The token of a seat is sent in the first message only.

const MAX_DELAY = 5000;  // maximum delay between attempts to reconnect, in milliseconds
const UNKNOWN_LINK = 4404;  // the server's close code for an unknown token

export class Connection {
  // `onmessage` gets every message, `onstate` whether the socket is connected.
  constructor(token, onmessage, onstate) {
    Object.assign(this, { token, onmessage, onstate, wait: 250, isClosed: false });
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket.onopen = () => this.send({ type: "join", token: this.token });
    this.socket.onmessage = event => {
      this.wait = 250;
      this.onstate(true);
      this.onmessage(JSON.parse(event.data));
    };
    this.socket.onclose = ({ code }) => {
      if (this.isClosed || code === UNKNOWN_LINK) return;
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
