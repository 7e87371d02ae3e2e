"""The transcript in docs/language_models.md is what the code prints."""

from tests.docs.generators.language_models_page import PAGE, with_parts


def test_the_transcript_is_current() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_parts(page), "run `python -m tests.docs.generators.language_models_page`"
