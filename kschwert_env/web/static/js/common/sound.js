// A sound at one's turn. It is off until the user switches it on, which browsers require anyway.

import { button, say } from "./dom.js";
import { sound } from "./storage.js";

let context = null;

export function soundButton() {
  const words = () => `sound at your turn: ${sound() ? "on" : "off"}`;
  const change = button("♪", () => {
    sound(!sound());
    update();
    chime();
    say(words());
  }, { class: "plain sound" });
  const update = () => {
    change.setAttribute("aria-pressed", String(sound()));
    change.setAttribute("aria-label", words());
    change.title = words();
  };
  update();
  return change;
}

// Play two soft notes, if the user wants sounds.
export function chime() {
  if (!sound() || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  context.resume();
  [660, 880].forEach((pitch, i) => {
    const tone = context.createOscillator(), loudness = context.createGain(), at = context.currentTime + 0.16 * i;
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.12, at);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.4);
    tone.connect(loudness).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.4);
  });
}
