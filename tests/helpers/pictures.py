"""Functions that read pictures (SVG) in tests."""

from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def tree(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def data(picture: str, name: str) -> list[str]:
    """Return the values of a data attribute, in the order of the picture."""
    found = (element.get(f"data-{name}") for element in tree(picture).iter())
    return [value for value in found if value is not None]


def panels(picture: str, name: str = "seat") -> list[list[str]]:
    """Return the text on the panel of each seat, or on other parts that a data attribute names."""
    found = [element for element in tree(picture).iter() if element.get(f"data-{name}")]
    return [[text.text or "" for text in element.iter(f"{SVG}text")] for element in found]


def words(picture: str) -> list[str]:
    """Return every text in a picture."""
    return [element.text or "" for element in tree(picture).iter(f"{SVG}text")]
