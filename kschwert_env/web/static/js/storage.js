// Local storage: the user's tables with their tokens, and the theme.

const TABLES = "kschwert tables", THEME = "kschwert theme", MAX_TABLES = 30;

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

export const tables = () => read(TABLES, []);

export const remember = table =>
  write(TABLES, [{ ...table, when: Date.now() }, ...tables().filter(other => other.token !== table.token)].slice(0, MAX_TABLES));

export const forget = token => write(TABLES, tables().filter(other => other.token !== token));

// Return the theme, light, dark or system; with an argument set it first.
export function theme(chosen) {
  if (chosen !== undefined) write(THEME, chosen);
  const now = read(THEME, "system");
  if (now === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = now;
  return now;
}
