// Which presses count as answers: only those that begin after their question was shown, and not too soon after it. The page
// does not change during a press, since an element that is replaced between press and release gets no click.

const SETTLE = 300;  // time after a new question in which no press counts, in milliseconds
const MAX_DELAY = 1000;  // longest time that a press delays updates, in milliseconds; some releases are not reported

export class PressGuard {
  // `onready` is called when the present question may be answered.
  constructor(onready) {
    this.onready = onready;
    this.question = 0;
    this.pressed = null;
    this.isReady = false;
    this.isHeld = false;
    this.waiting = [];
    this.begin = event => {
      if (event.repeat) return;
      this.pressed = this.question;
    this.isHeld = true;
      clearTimeout(this.overdue);
      this.overdue = setTimeout(() => this.catchUp(), MAX_DELAY);
    };
    this.end = () => setTimeout(() => {  // the click follows the release
      this.pressed = null;
      this.catchUp();
    });
    this.listen(addEventListener);
  }

  listen(change) {
    for (const type of ["pointerdown", "keydown"]) change(type, this.begin, true);
    for (const type of ["pointerup", "pointercancel", "keyup"]) change(type, this.end, true);
  }

  // Update the page, at once or after the press that is under way; updates keep their order.
  update(work) {
    if (this.isHeld) this.waiting.push(work);
    else work();
  }

  catchUp() {
    clearTimeout(this.overdue);
    this.isHeld = false;
    while (this.waiting.length > 0) this.waiting.shift()();
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
    clearTimeout(this.overdue);
    this.waiting = [];
    this.listen(removeEventListener);
  }
}
