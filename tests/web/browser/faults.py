"""Faults in the layout of a page: texts that are cut off, that overlap, or that stick out of their boxes."""

FAULTS = """() => {
  const found = new Set(), written = [], root = document.documentElement;
  const dialogs = [...document.querySelectorAll("dialog[open]")];
  const cover = dialogs.pop() ?? document.querySelector(".with-side .tabbed, body > #rules") ?? document.body;
  const hidden = "svg, .unseen, script, style, noscript, option, textarea, .flashes";
  const boxes = "button, li, td, th, .panel, dialog, .badge, .players", wide = "#rules table, pre, .page, .graph";
  const name = element => `${element.localName}.${element.getAttribute("class") ?? ""}`;
  const isSeen = element => element.checkVisibility({ visibilityProperty: true }) && !element.closest(hidden);

  // Note where a line of a text is, unless it is scrolled away or covered; compare it with all boxes around it.
  const look = (words, element, { left, top, right, bottom }) => {
    const line = { words, element, left, top: top + 2, right, bottom: bottom - 2 };
    for (let box = element; box && box !== root; box = box.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(box), frame = box.getBoundingClientRect();
      const isBeside = line.right > frame.right + 1 || line.left < frame.left - 1;
      const isBelow = line.bottom > frame.bottom + 1 || line.top < frame.top - 1;
      if (/auto|scroll/.test(overflowX + overflowY)) {
        if (isBeside && !box.matches(wide)) found.add(`scrolled sideways: ${words} in ${name(box)}`);
        if (isBelow) return;
        break;
      }
      const isCut = /hidden|clip/.test(overflowX) && isBeside || /hidden|clip/.test(overflowY) && isBelow;
      if (isCut && line.top >= frame.bottom - 1) return;  // a whole line is left out
      if (isCut) found.add(`cut off: ${words} in ${name(box)}`);
      else if (box.matches(boxes) && (isBeside || isBelow)) found.add(`sticks out: ${words} of ${name(box)}`);
      if (isCut || position === "sticky") return;
      if (position === "fixed") break;
    }
    written.push(line);
  };

  const texts = document.createTreeWalker(cover, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const words = text.data.trim().slice(0, 40);
    if (!words || !isSeen(text.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) if (box.width >= 1) look(words, text.parentElement, box);
  }
  const common = (one, other, start, end) => Math.min(one[end], other[end]) - Math.max(one[start], other[start]);
  written.forEach((one, i) => {
    for (const other of written.slice(i + 1)) {
      if (other.element === one.element) continue;
      if (common(one, other, "left", "right") > 1 && common(one, other, "top", "bottom") > 1) {
        found.add(`overlap: ${one.words} | ${other.words}`);
      }
    }
  });
  for (const part of cover.querySelectorAll("button, select, input, .hand, .choices, .tabbed, .board")) {
    const { left, right } = part.getBoundingClientRect();
    if (isSeen(part) && (right > innerWidth + 1 || left < -1)) found.add(`beside the screen: ${name(part)}`);
  }
  if (root.scrollWidth > innerWidth) found.add(`too wide: ${root.scrollWidth}`);
  const isTable = document.body.dataset.at === "table";
  if (isTable && root.scrollHeight > innerHeight) found.add(`too high: ${root.scrollHeight}`);
  return [...found];
}"""
"""Describes the faults that are seen; what has been scrolled away is none."""
