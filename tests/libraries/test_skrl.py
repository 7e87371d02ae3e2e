"""skrl: a policy that applies the mask."""

from tests.libraries.pages import run_section


def test_it_learns_with_legal_actions_only() -> None:
    """The games would raise IllegalAction."""
    names = run_section("libraries.md", "skrl")
    mask, _ = names["Policy"]().split({"observations": names["env"].reset()[0]})
    expected = names["games"].unwrapped.action_masks()
    assert (mask.numpy() == expected).all()
