// Which presses count as answers: only those that begin after their question was shown, and not too soon after it.

const SETTLE = 300;  // time after a new question in which no press counts, in milliseconds

export class PressGuard {
  // `onready` is called when the present question may be answered.
  constructor(onready) {
    Object.assign(this, { onready, question: 0, pressed: null, isReady: false });
    this.begin = event => { if (!event.repeat) this.pressed = this.question; };
    this.end = () => setTimeout(() => { this.pressed = null; });  // the click follows the release
    this.listen(addEventListener);
  }

  listen(change) {
    for (const type of ["pointerdown", "keydown"]) change(type, this.begin, true);
    for (const type of ["pointerup", "pointercancel", "keyup"]) change(type, this.end, true);
  }

  // A new question is shown.
  ask() {
    this.question += 1;
    this.isReady = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.isReady = true;
      this.onready();
    }, SETTLE);
  }

  // Return whether a click that happens now counts. Assistive technology may click without a press before.
  counts() {
    return this.isReady && (this.pressed === null || this.pressed === this.question);
  }

  close() {
    clearTimeout(this.timer);
    this.listen(removeEventListener);
  }
}
