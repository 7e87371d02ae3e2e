"""Model cards for Hugging Face."""

from huggingface_hub import ModelCard

from tests.libraries.pages import run_section


def test_the_card_has_metadata_and_text() -> None:
    run_section("libraries.md", "Hugging Face")
    card = ModelCard.load("README.md")
    assert (card.data.license, card.data.library_name) == ("mit", "onnx")
    assert "action_mask" in card.text
