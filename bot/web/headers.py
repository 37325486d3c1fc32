"""Headers of HTTP responses that several parts of the server send."""

from typing import Final

NO_SNIFFING: Final = {"X-Content-Type-Options": "nosniff"}
"""The browser believes the media type, so it runs no file that is not a script."""
NOT_STORED: Final = {"Cache-Control": "no-store", **NO_SNIFFING}
"""For a person's own data."""
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
"""What no page of ours needs."""
FOREVER: Final = "public, max-age=31536000, immutable"
"""The `Cache-Control` of a file whose address changes with its content."""
