// A WebSocket that comes back by itself. The token of a seat travels in the first message only.

const LONGEST = 5000;  // milliseconds between two tries
const NOWHERE = 4404;  // the server's code for a token that leads nowhere

export class Connection {
  // `onmessage` gets every message, `onstate` whether there is a connection.
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
      if (this.isClosed || code === NOWHERE) return;
      this.onstate(false);
      setTimeout(() => this.isClosed || this.open(), this.wait);
      this.wait = Math.min(LONGEST, 2 * this.wait);
    };
  }

  // Say something, if there is a connection; what can't be said is not kept, since it may no longer be meant.
  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.isClosed = true;
    this.socket.close();
  }
}

// A request of the HTTP interface. Throws an Error with the server's words.
export async function ask(path, body) {
  const asked = body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  };
  const answer = await fetch(path, asked);
  const given = await answer.json();
  if (!answer.ok) throw new Error(given.error ?? given.words ?? answer.statusText);
  return given;
}
