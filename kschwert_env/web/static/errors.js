// Errors of the page itself, shown to the user. A classic script without imports, so that it works where modules fail.

"use strict";

(function () {
  function show(what) {
    var place = document.getElementById("broken");
    if (!place || !what) return;
    place.hidden = false;
    place.querySelector("span").textContent = what;
  }

  addEventListener("error", function (event) {
    if (event.target && event.target.tagName === "SCRIPT") show("A part of this page could not be loaded.");
    else if (event.message) show("This page made a mistake: " + event.message);
  }, true);
  addEventListener("unhandledrejection", function (event) {
    show("This page made a mistake: " + (event.reason && event.reason.message || event.reason));
  });
  addEventListener("DOMContentLoaded", function () {
    document.getElementById("reload").addEventListener("click", function () { location.reload(); });
  });
})();
