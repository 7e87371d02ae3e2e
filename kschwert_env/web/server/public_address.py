"""Address under which a proxy serves the page, such as https://host/some/path/."""

from typing import NamedTuple, Self
from urllib.parse import unquote, urlsplit


class PublicAddress(NamedTuple):
    """Address of the page for browsers.

    Attributes:
        origin: scheme, name and port, as browsers send them.
        host: host name.
        path: path without the slash at its end, decoded as in ASGI scopes; empty for the top of the site.
    """

    origin: str
    host: str
    path: str

    @classmethod
    def read(cls, url: str) -> Self:
        """Return the address for a URL. Raises ValueError for anything but an http or https URL without a query."""
        try:
            parts = urlsplit(url)
            host, port = parts.hostname, parts.port
        except ValueError:
            host, port, parts = None, None, urlsplit("")
        if parts.scheme not in ("http", "https") or not host or parts.query or parts.fragment or "@" in parts.netloc:
            raise ValueError(f"the URL of the page must look like https://host/some/path/, not {url!r}")
        usual = {"http": 80, "https": 443}[parts.scheme]
        name = f"[{host}]" if ":" in host else host
        origin = f"{parts.scheme}://{name}{'' if port in (None, usual) else f':{port}'}"
        return cls(origin, host, unquote(parts.path.rstrip("/")))

    def inner_path(self, path: str) -> str | None:
        """Return a requested path without that of the page; None for the path of the page without its final slash.

        Many proxies remove their path themselves, so a path elsewhere is returned as it is.
        """
        if self.path and path == self.path:
            return None
        return path.removeprefix(self.path) if path.startswith(f"{self.path}/") else path
