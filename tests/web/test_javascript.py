"""The type check of the page's JavaScript finds a method that is overwritten."""

from pathlib import Path

import pytest

from tests.web.javascript import check, has_npm

FAULT = """
export class Table {
  constructor() { this.seats = []; }
  asked(target) { return target; }
  playOn(seats) {
    this.asked = seats.length;
    this.seat = seats[0];
    this.seast.push(1);
  }
}
"""


@pytest.mark.skipif(not has_npm(), reason="npm is not installed")
def test_an_overwritten_method_is_found(tmp_path: Path) -> None:
    (tmp_path / "fault.js").write_text(FAULT, encoding="utf-8")
    errors = "\n".join(check(tmp_path))
    assert "Table overwrites its method asked" in errors
    assert "seast" in errors
