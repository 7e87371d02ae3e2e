"""SVG elements are written correctly, and split again."""

from xml.etree import ElementTree

import pytest

from kschwert_env.rendering.svg import box, document, element, group, moved, size_of, split, text, use


def test_names_and_values_are_written_as_svg_wants_them() -> None:
    assert element("path", d="M0 0", stroke_width=1.5, class_="a", fill=None) == (
        '<path d="M0 0" stroke-width="1.5" class="a"/>'
    )
    assert group("<a/>", "<b/>", id="x") == '<g id="x"><a/><b/></g>'


def test_numbers_are_short() -> None:
    assert use("k", 1 / 3, 2.0) == '<use href="#k" x="0.33" y="2"/>'
    assert use("k", 1 / 3, 2.0, 0.5) == '<use href="#k" transform="translate(0.33 2) scale(0.5)"/>'
    assert moved(100000, 0.004, "<a/>") == '<g transform="translate(100000 0)"><a/></g>'


def test_text_and_values_are_escaped() -> None:
    drawn = ElementTree.fromstring(text(0, 0, 'a < b & "c"', fill='"<&>'))
    assert drawn.text == 'a < b & "c"'
    assert drawn.attrib["fill"] == '"<&>'


def test_a_picture_says_its_size() -> None:
    assert size_of(document(640, 480.5)) == (640, 480.5)


def test_a_picture_comes_apart_into_its_parts() -> None:
    parts = [box(0, 0, 1, 1, fill="#fff"), group(text(1, 2, "A & B"))]
    attributes, found = split(document(10, 20, *parts, fill="#123"))
    assert list(map(ElementTree.canonicalize, found)) == list(map(ElementTree.canonicalize, parts))
    assert attributes["viewBox"] == "0 0 10 20"
    assert attributes["fill"] == "#123"


def test_what_is_not_well_formed_does_not_come_apart() -> None:
    with pytest.raises(ElementTree.ParseError):
        split("<svg><g></svg>")
