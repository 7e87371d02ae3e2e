"""The reference of settings in docs/training.md agrees with the code."""

from tests.docs.generators.settings_page import PAGE, with_settings


def test_every_setting_is_listed_with_its_default() -> None:
    """`python -m tests.docs.generators.settings_page` writes the tables."""
    page = PAGE.read_text(encoding="utf-8")
    assert with_settings(page) == page
