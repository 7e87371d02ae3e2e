// Helpers for DOM elements. Texts are set as text, never as markup: a name such as "<img onerror>" is not executed.

const SVG = "http://www.w3.org/2000/svg";

// Set attributes: functions are listeners ("onclick"), `true` is an empty attribute, false, null and undefined are skipped.
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

/** @returns {any} */
export const h = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);

/** @returns {any} */
export const s = (name, attributes = {}, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

export const button = (words, onclick, attributes = {}) =>
  h("button", { type: "button", onclick, ...attributes }, words);

// Return a Map from each key to the list of its items, in order; `Map.groupBy` is too new for the supported browsers.
export function groupBy(items, key) {
  const groups = new Map();
  for (const item of items) {
    if (!groups.has(key(item))) groups.set(key(item), []);
    groups.get(key(item)).push(item);
  }
  return groups;
}

// Show progress of a long operation on the button that started it, and disable the button meanwhile.
export async function busy(element, words, work) {
  const before = element.textContent;
  Object.assign(element, { disabled: true, textContent: words });
  try {
    return await work();
  } finally {
    Object.assign(element, { disabled: false, textContent: before });
  }
}

// Return all elements with a selector, and the one that has the focus.
/** @returns {any[]} */
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];
/** @returns {any} */
export const focused = () => document.activeElement;

// Let Tab stop at one element of a group, in which arrow keys lead on.
export function setTabStop(elements, stop) {
  for (const element of elements) element.setAttribute("tabindex", element === stop ? "0" : "-1");
}

// Return a picture from the server as an element.
/** @returns {any} */
export const picture = markup =>
  document.importNode(new DOMParser().parseFromString(markup, "image/svg+xml").documentElement, true);

// Show a message, a text or an array of texts and elements, for a few seconds, also to screen readers.
let timer = null;
export function say(words, isError = false) {
  const line = document.getElementById("said");
  line.replaceChildren(...[words].flat());
  line.classList.toggle("error", isError);
  clearTimeout(timer);
  timer = setTimeout(() => line.replaceChildren(), isError ? 10000 : 6000);
}

// Return words as the beginning of a sentence.
export const sentence = words => words.charAt(0).toUpperCase() + words.slice(1);

// Open a modal dialog with a title and a close button; it is removed when closed.
export function dialog(title, ...children) {
  const box = h("dialog", { "aria-label": title, onclose: () => box.remove() },
    h("header", {}, h("h2", {}, title),
      button("✕", () => box.close(), { class: "plain", "aria-label": "close" })),
    ...children);
  box.addEventListener("click", event => { if (event.target === box) box.close(); });
  document.body.append(box);
  box.showModal();
  return box;
}

export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied`);
  } catch {
    dialog(what, h("textarea", { readonly: true, rows: 6, "aria-label": what }, text));
  }
}

export function download(text, name) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}
