"""Constructed positions for what random games hardly ever reach."""

from collections.abc import Callable, Iterator

from tests.referee.judge import Stage
from tests.referee.politics_and_intrigue.stages import building, cards, ends, turns
from tests.referee.politics_and_intrigue.stages.scenes import POLICIES, Made

__all__ = ["POLICIES", "stages"]

EXTENDED: tuple[Callable[[], Iterator[Made]], ...] = (
    *(building.builds, building.discounts, building.centres, building.metropolises, building.brothels),
    *(building.breweries, building.alliances, building.trades, building.rivals),
    *(
        cards.attacks,
        cards.fires,
        cards.backfires,
        cards.trims,
        cards.sees,
        cards.robberies,
        cards.spies,
        cards.bribes,
        cards.scouts,
    ),
    *(cards.stackworks, cards.bans, cards.gates),
    *(turns.rolls, turns.numbers, turns.thefts, turns.bailiffs, turns.allied_bailiffs, turns.wars, turns.plagues),
    *(turns.raids, turns.bare_raids, turns.builders, turns.fillings, turns.gifts),
    *(ends.hands, ends.holy_places, ends.ends, ends.setups),
)


def stages(tournament: bool) -> Iterator[Stage]:
    """Yield all constructed positions of the extended game, or of the tournament."""
    for maker in (ends.tournaments,) if tournament else EXTENDED:
        for number, (position, policy) in enumerate(maker()):
            yield Stage(f"{maker.__name__}[{number}]", position, policy)
