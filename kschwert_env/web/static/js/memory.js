// What this browser remembers: the tables that one sat down at, and the look. Tokens stay in this browser.

const TABLES = "kschwert tables", LOOK = "kschwert look", MOST = 30;

function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch { /* nothing is remembered, and nothing else is lost */ }
}

export const tables = () => read(TABLES, []);

export const remember = table =>
  write(TABLES, [{ ...table, when: Date.now() }, ...tables().filter(other => other.token !== table.token)].slice(0, MOST));

export const forget = token => write(TABLES, tables().filter(other => other.token !== token));

// Light, dark, or as the system has it.
export function look(chosen) {
  if (chosen !== undefined) write(LOOK, chosen);
  const now = read(LOOK, "system");
  if (now === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = now;
  return now;
}
