"""Editions: the number of copies of each card (C2), read from TOML and validated."""

from dataclasses import dataclass, field
from pathlib import Path

from kschwert_env.engine.io import edition as editions
from kschwert_env.engine.io.edition import EditionFolder, read_toml
from kschwert_env.two_crowns.kernel.components import CARD_NAMES, NUM_DECK


@dataclass(frozen=True)
class Edition:
    """Contents of an edition: copies of each card in the deck of a side, in the order of `Card`.

    `source` is the text of its file.
    """

    source: str = field(compare=False)
    copies: tuple[int, ...]

    @property
    def fingerprint(self) -> str:
        """Hexadecimal SHA-256 of the contents, independent of the file's location."""
        return editions.fingerprint(self)


def parse(text: str, name: str) -> Edition:
    """Return the edition written in `text`; `name` names it in errors. Raises EditionError for the first error."""
    top = read_toml(text, name)
    top.only("cards")
    cards = top.table("cards")
    cards.only(*CARD_NAMES)
    copies = tuple(cards.integer(name, 0, NUM_DECK) for name in CARD_NAMES)
    if sum(copies) != NUM_DECK:
        cards.fail("", f"{sum(copies)} cards in all", f"{NUM_DECK} (C1)")
    return Edition(text, copies)


load = EditionFolder(Path(__file__).parent, parse).load
"""Return the edition with this name or file path. Raises EditionError for the first error in it."""
