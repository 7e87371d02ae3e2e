// Links of a table: they are kept in this browser from the moment the table is made, and can be shown again at any time.

import { button, copy, dialog, h } from "./dom.js";
import { remember } from "./storage.js";

// Keep the links of a new table, open the own seat, and show the links of the others, unless nobody is asked. `seats` are
// the seats as requested.
export function openNewTable({ links, watch, listing = null }, seats, { game, title }, isAsking = true) {
  const own = links.find(link => seats[link.seat].kind === "me");
  const others = links.filter(link => link !== own);
  const invitation = { links: others, watch, listing };
  const token = own?.token ?? (others.length ? null : watch);
  remember({ token: token ?? others[0].token, game, title, seat: own?.seat ?? null, isInvitation: !token, ...invitation });
  if (token) {
    if (isAsking && others.length > 0) addEventListener("hashchange", () => invite(invitation), { once: true });
    location.hash = `#/table/${token}`;
  } else {
    invite(invitation);
  }
}

// Return whether somebody can be invited with the links kept for a table.
export const canInvite = table => table?.links?.length > 0 || Boolean(table?.watch);

const url = token => `${location.href.split("#")[0]}#/table/${token}`;

const line = (words, token) => h("li", {}, h("span", {}, words), h("input", { readonly: true, value: url(token),
  "aria-label": `link ${words}` }), button("Copy", () => copy(url(token), "Link")));

const isLocal = () => ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);

// Show the links of the other seats, and the link to watch.
export function invite({ links, watch, listing }) {
  dialog("Invite", h("p", {}, "Whoever opens a link sits down in its seat, so give each link to one person only. ",
    "This browser keeps the links: “Invite” at the table and in the lobby shows them again."),
    listing ? h("p", {}, "While you are at the table, the lobby lists it, and anyone may take a free seat. The link of that seat is for watching then.") : null,
    h("ul", { class: "links" }, links.map(link => line(`for Player ${link.seat + 1}`, link.token)),
      watch ? line("to watch", watch) : null),
    isLocal() ? h("p", { class: "warning" }, "These links work on this machine only. To play with others, start the server with ",
      h("code", {}, "kschwert play --host 0.0.0.0"), " and open this page by the address of this machine.") : null,
    watch ? h("p", { class: "hint" }, "Watchers see only what everybody at the table may know. You may show that link to anybody.") : null);
}

// Show the new link of a seat.
export function showLink(seat, token) {
  dialog("The new link", h("p", {}, "Whoever opens it sits down in the seat and plays on. The old link is for watching now."),
    h("ul", { class: "links" }, line(`for Player ${seat + 1}`, token)));
}
