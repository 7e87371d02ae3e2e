// What has changed on the board since one's own last decision.

const KEYS = ["data-target", "data-points", "data-state"];  // attributes of elements that are compared

export class Changes {
  constructor() {
    this.lines = new Map();
    this.since = 0;
    this.before = null;
    this.seen = null;
    this.selectors = [];
  }

  // Take a state and its picture; `you` is the own seat, or null. Afterwards `selectors` find what others have changed.
  receive({ log, fresh, number, of }, drawing, you) {
    if (fresh) Object.assign(this, { lines: new Map(), since: 0, before: null, seen: null });
    for (const line of log) this.lines.set(line.number, line);
    this.selectors = [];
    if (you === null || number !== of) return;
    const lines = [...this.lines.values()], now = contents(drawing);
    const since = Math.max(0, ...lines.filter(({ seat }) => seat === you).map(line => line.number));
    if (number === since) this.before = now;
    else if (since !== this.since) this.before = this.seen;  // the picture right after it was skipped
    Object.assign(this, { since, seen: now });
    const others = lines.filter(line => line.number > since);
    if (others.length > 0) this.selectors = [...new Set([...targets(others), ...this.differing(now)])];
  }

  differing(now) {
    if (this.before === null) return [];
    const isNew = key => !this.before.has(key);
    return [...now.keys()].filter(key => (isNew(key) ? key.startsWith("[data-target") : this.before.get(key) !== now.get(key)));
  }
}

const selector = (name, value) => `[${name}="${CSS.escape(value)}"]`;

const targets = lines => lines.filter(({ target }) => target).map(({ target }) => selector("data-target", target));

// Return what is drawn, by selector: the content of each of these elements, wherever it is.
function contents(drawing) {
  const found = new Map();
  for (const name of KEYS) {
    for (const element of drawing.querySelectorAll(`[${name}]`)) {
      const key = selector(name, element.getAttribute(name));
      found.set(key, `${found.get(key) ?? ""}|${element.innerHTML}`);
    }
  }
  return found;
}
