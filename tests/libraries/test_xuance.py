"""XuanCe: IPPO with masks."""

from tests.libraries.pages import run_section


def test_it_learns_with_legal_actions_only() -> None:
    names = run_section("libraries.md", "XuanCe")
    assert names["agents"].current_step == 800
    games = names["TwoCrowns"](names["settings"])
    games.reset()
    assert all(mask.any() for mask in games.avail_actions().values())
