"""The name of a device in its person's list: the browser and the system of its user agent."""

from typing import Final

_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
"""The sign of each browser in a user agent; the first match counts, as Edge also names Chrome."""
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)
"""The sign of each system; the first match counts, as Android also names Linux."""


def device_name(user_agent: str) -> str:
    """Return browser and system in a few words; nothing else of the header is stored."""
    browser = next((name for sign, name in _BROWSERS if sign in user_agent), "browser")
    system = next((name for sign, name in _SYSTEMS if sign in user_agent), "")
    return f"{browser}, {system}" if system else browser
