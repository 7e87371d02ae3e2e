"""Fragments of a picture are independent of their position, and contain the complete picture."""

import pytest

from kschwert_env.rendering.fragments import Fragment, fragment_picture
from kschwert_env.rendering.svg import box, document, element, group, moved, text, use


def fragments(*parts: str) -> list[Fragment]:
    """Return the fragments of a picture of these parts."""
    return fragment_picture(document(40, 30, *parts)).fragments


def test_pieces_are_known_by_what_they_look_like() -> None:
    mark = use("mark", 3, 4, data_seat=1)
    assert fragments(mark) == [Fragment('<use href="#mark"/>', 3, 4)]
    assert fragments(moved(10, 20, mark, group(text(5, -6, "a"), data_seat=2)), mark) == [
        Fragment('<use href="#mark"/>', 13, 24),
        Fragment('<text font-size="12">a</text>', 15, 14),
        Fragment('<use href="#mark"/>', 3, 4),
    ]
    assert fragments(use("mark", 3, 4, 0.5)) == [Fragment('<use href="#mark" transform="scale(0.5)"/>', 3, 4)]


@pytest.mark.parametrize(
    "part",
    [
        use("mark", 0.5, 4),
        moved(0.5, 4, use("mark", 0, 0)),
        group(use("mark", 1, 2), fill="none"),
        group(use("mark", 1, 2), transform="rotate(30)"),
        element("rect", x=1, y=2, transform="scale(2)"),
        box(1, 2, 3, 4, fill="url(#pattern)"),
    ],
)
def test_what_a_place_has_to_do_with_the_looks_stays_in_it(part: str) -> None:
    """Half pixels, attributes of groups, other coordinates, and patterns, which start at the element's origin."""
    assert fragments(moved(7, 8, part)) == [Fragment(part, 7, 8)]


def test_the_head_has_all_that_pieces_refer_to() -> None:
    definitions = element("defs", group(text(0, 0, 1), id="mark"))
    head, found = fragment_picture(document(40, 30, definitions, use("mark", 1, 2), fill="#123"))
    assert head == document(40, 30, definitions, fill="#123").removesuffix("</svg>")
    assert len(found) == 1


@pytest.mark.parametrize(
    ("picture", "message"),
    [("<nonsense", "not valid XML"), ("", "not valid XML"), ("<html/>", "root element, not <html>")],
)
def test_what_is_no_svg_is_refused(picture: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        fragment_picture(picture)
