"""Headers of HTTP responses that several parts of the server send."""

import re
from pathlib import PurePath
from typing import Final

from engine.notation import fold

NO_SNIFFING: Final = {"X-Content-Type-Options": "nosniff"}
"""The browser believes the media type, so it runs no file that is not a script."""
NOT_STORED: Final = {"Cache-Control": "no-store", **NO_SNIFFING}
"""For a person's own data."""
VARIES: Final = {"Vary": "Accept-Encoding"}
"""For content that is sent compressed or not, so that no cache gives a client the wrong one."""
SECRET_ADDRESS: Final = {
    **NO_SNIFFING,
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
}
"""For a page whose address contains a secret: no other site and no search engine gets it."""
PAGE_LIMITS: Final = {
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""For a page: no other site gets its address, and no page may use what ours do not need."""
_UNFIT: Final = re.compile(r"""[^ -~]|[\\/:*?"<>|]""")
"""A sign outside printable ASCII, or one that Windows forbids in the name of a file."""
FOREVER: Final = "public, max-age=31536000, immutable"
"""The `Cache-Control` of a file whose address changes with its content."""


def file_name_header(name: str) -> str:
    """Return the name of a file for a header: in ASCII, with s for ș and without a folder.

    A sign that a header or a file's name on Windows may not have becomes `_`.
    """
    return _UNFIT.sub("_", fold(PurePath(name).name))
