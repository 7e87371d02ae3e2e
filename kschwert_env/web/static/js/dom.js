// Elements in few words. Texts are set as texts, never as markup: a name such as "<img onerror>" is shown, not run.

const SVG = "http://www.w3.org/2000/svg";

// Write attributes: functions listen ("onclick"), `true` is an empty attribute, false, null and undefined are left out.
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

export const h = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);

export const s = (name, attributes = {}, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

export const button = (words, onclick, attributes = {}) =>
  h("button", { type: "button", onclick, ...attributes }, words);

// What takes long is told by the button that began it, which can't begin it twice.
export async function busy(element, words, work) {
  const before = element.textContent;
  Object.assign(element, { disabled: true, textContent: words });
  try {
    return await work();
  } finally {
    Object.assign(element, { disabled: false, textContent: before });
  }
}

// A picture that the server has drawn, as an element.
export const picture = markup =>
  document.importNode(new DOMParser().parseFromString(markup, "image/svg+xml").documentElement, true);

// Tell everybody, those who do not see too; it goes away by itself.
let timer = null;
export function say(words, isError = false) {
  const line = document.getElementById("said");
  line.textContent = words;
  line.classList.toggle("error", isError);
  clearTimeout(timer);
  timer = setTimeout(() => { line.textContent = ""; }, 6000);
}

// A modal dialog with a title and a way out; removed when it is closed.
export function dialog(title, ...children) {
  const box = h("dialog", { "aria-labelledby": "dialog-title", onclose: () => box.remove() },
    h("header", {}, h("h2", { id: "dialog-title" }, title),
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
