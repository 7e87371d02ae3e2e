// What screen readers are told: the decisions since the last announcement, and a new question.

const MOST = 6;  // sentences of the log in one announcement

let untold = [], at = null;

// Announce a state; `lines` are about the decision that led to it. Decisions that go by too fast to be read out are told
// together, the latest ones only.
export function announce({ number, log, fresh, question, actions, over }, outcome, lines) {
  const isPast = log.length === 0 && number !== at;  // the user goes through the game
  const news = isPast || fresh ? lines : log.flatMap(line => line.lines);
  untold = [...(isPast || fresh ? [] : untold), ...news].slice(-MOST);
  at = number;
  const asked = over ? outcome : actions.length > 0 ? question?.words : null;
  const region = document.getElementById("news"), words = [...untold, asked].filter(Boolean).join(" ");
  if (words !== region.textContent) region.textContent = words;
  if (asked) untold = [];
}
