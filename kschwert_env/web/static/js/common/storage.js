// Local storage: the user's tables with their tokens, the theme, and whether sounds are on. Anything of another form is ignored.

const TABLES = "kschwert tables", THEME = "kschwert theme", SOUND = "kschwert sound", MAX_TABLES = 30;
const THEMES = ["system", "light", "dark"];

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
  } catch { /* storage is optional */ }
}

// Return a stored value, or `otherwise`; and store one.
export const stored = read;
export const store = write;

const isTable = table => typeof table?.token === "string" && typeof table.title === "string";

export function tables() {
  const stored = read(TABLES, []);
  return Array.isArray(stored) ? stored.filter(isTable) : [];
}

// Return what is stored about a table, if anything.
export const recall = token => tables().find(table => table.token === token);

// Store something about a table; what is known about it already stays.
export const remember = table => write(TABLES, [{ ...recall(table.token), ...table, when: Date.now() },
  ...tables().filter(other => other.token !== table.token)].slice(0, MAX_TABLES));

export const forget = token => write(TABLES, tables().filter(other => other.token !== token));

// Return whether sounds are on; with an argument set it first.
export function sound(chosen) {
  if (chosen !== undefined) write(SOUND, chosen);
  return read(SOUND, false) === true;
}

// Return the theme, light, dark or system; with an argument set it first.
export function theme(chosen) {
  if (chosen !== undefined) write(THEME, chosen);
  const stored = read(THEME, "system"), now = THEMES.includes(stored) ? stored : "system";
  if (now === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = now;
  return now;
}
