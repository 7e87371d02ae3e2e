"""Chapter 10, final scoring (E4), who wins (E5) and what the seats get back for it."""

from .position import Json, Position, read_position

LARGEST_AREA, SECOND_LARGEST_AREA, KING = 5, 2, 5  # E4


def areas(position: Position, seat: int) -> list[int]:
    """E4: the sizes of the seat's connected areas, whatever their terrain."""
    left, sizes = position.land(seat), []
    while left:
        size, border = 0, [left.pop()]
        while border:
            size += 1
            reached = left.intersection(position.neighbours(border.pop()))
            left -= reached
            border.extend(reached)
        sizes.append(size)
    return sizes


def final_gains(position: Position) -> list[int]:
    """E4: what each seat adds to its VP when the game is over."""
    gains = [len(position.own_buildings(seat)) + position.cathedrals(seat) for seat in position.seats]
    sizes = [set(areas(position, seat)) for seat in position.seats]
    ranking = sorted(set().union(*sizes), reverse=True)
    for size, prize in zip(ranking, (LARGEST_AREA, SECOND_LARGEST_AREA), strict=False):
        for seat in position.seats:
            if size in sizes[seat]:
                gains[seat] += prize
    if position.king is not None:
        gains[position.king] += KING
    return gains


def final_scores(before_scoring: Json) -> list[int]:
    """The VP per seat if the game were over in this position (E4)."""
    position = read_position(before_scoring)
    return [score + gain for score, gain in zip(position.scores, final_gains(position), strict=True)]


def returns(scores: list[int], kind: str) -> list[float]:
    """What each seat gets for these final VP: kind is `win` (E5), `placement` or `score`; the sum is zero."""
    return {"win": _win, "placement": _placement, "score": _score}[kind](scores)


def _win(scores: list[int]) -> list[float]:
    """E5: winners share what the losers pay."""
    seats, winners = len(scores), scores.count(max(scores))
    won, lost = (1 / winners - 1 / seats) * seats / (seats - 1), -1 / (seats - 1)
    return [won if score == max(scores) else lost for score in scores]


def _placement(scores: list[int]) -> list[float]:
    """From +1 for the first to -1 for the last in equal steps; equal VP get the mean of their places."""
    beaten = [sum(other < score for other in scores) for score in scores]
    beaten_by = [sum(other > score for other in scores) for score in scores]
    return [(low - high) / (len(scores) - 1) for low, high in zip(beaten, beaten_by, strict=True)]


def _score(scores: list[int]) -> list[float]:
    """Own VP above the mean, in tens."""
    mean = sum(scores) / len(scores)
    return [(score - mean) / 10 for score in scores]
