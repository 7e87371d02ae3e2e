// Turn a picture into the next one. What stays the same keeps its elements, so that the browser draws only what has changed.

// Make `old` equal to `next`, whose parts are used up. Return the element to show: `next` where both are of different kinds,
// or have different attributes.
export function renew(old, next) {
  if (old.nodeName !== next.nodeName) return next;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
    return old;
  }
  if (old.getAttributeNames().join() !== next.getAttributeNames().join()) return next;
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  renewChildren(old, [...next.childNodes]);
  return old;
}

// Equal children at the beginning and at the end stay as they are.
function renewChildren(parent, after) {
  const before = [...parent.childNodes];
  const most = Math.min(before.length, after.length);
  let start = 0, end = 0;
  while (start < most && before[start].isEqualNode(after[start])) start += 1;
  while (end < most - start && before[before.length - 1 - end].isEqualNode(after[after.length - 1 - end])) end += 1;
  const [olds, nexts] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const following = before[before.length - end] ?? null;
  nexts.forEach((next, i) => {
    const old = olds[i], kept = old ? renew(old, next) : next;
    if (!old) parent.insertBefore(next, following);
    else if (kept !== old) old.replaceWith(kept);
  });
  for (const old of olds.slice(nexts.length)) old.remove();
}
