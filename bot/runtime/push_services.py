"""The push services to which requests may go; a browser names its own, so any other is refused."""

from typing import Final
from urllib.parse import urlsplit

MOST_LETTERS: Final = 1000
"""The longest address of a subscription; services use some 200 letters."""
_ANY_BELOW: Final = "*."
_TLS_PORT: Final = 443


class PushServices:
    """The configured hosts; `*.x` means every host below x."""

    def __init__(self, names: str) -> None:
        self._names = frozenset(names.split())

    def accept(self, endpoint: str) -> bool:
        """Return whether a request may go to that address: https, and a known host."""
        if len(endpoint) > MOST_LETTERS or not endpoint.isascii() or not endpoint.isprintable():
            return False
        # Parsers disagree about where the host is in an address with one of these.
        if any(each in endpoint for each in " \\@#"):
            return False
        try:
            url = urlsplit(endpoint)
            host, port = (url.hostname or "").lower(), url.port
        except ValueError:
            return False
        if url.scheme == "http":
            return f"http://{url.netloc}" in self._names
        is_https = url.scheme == "https" and port in {None, _TLS_PORT}
        return is_https and any(_is_named(host, name) for name in self._names)


def _is_named(host: str, name: str) -> bool:
    """Return whether the configured name means this host."""
    if name.startswith(_ANY_BELOW):
        return host.endswith(name[1:]) and len(host) >= len(name)  # at least a letter for `*`
    return host == name
