"""Write the guides for the public site, as HTML in `bot/site/guides`: `python -m tools.guides`.

The sources are `docs/ro` and `docs/en`. The formal Romanian guides are made from the others by the
replacements in `tools/formal_guides.txt`. The site cannot read Markdown, so a test compares these
files with their sources. Links of the documentation site lead nowhere on the public site, so only
their text remains.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import markdown

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = ROOT / "bot" / "site" / "guides"
SOURCES: Final[Mapping[str, str]] = {
    "ro-player.html": "docs/ro/ghidul-jucatorului.md",
    "ro-arbiter.html": "docs/ro/ghidul-arbitrului.md",
    "ro-organiser.html": "docs/ro/ghidul-organizatorului.md",
    "ro-ratings.html": "docs/ro/ghidul-responsabilului-de-rating.md",
    "en-player.html": "docs/en/player-guide.md",
    "en-arbiter.html": "docs/en/arbiter-guide.md",
    "en-organiser.html": "docs/en/organiser-guide.md",
    "en-ratings.html": "docs/en/ratings-guide.md",
}
"""The page that is written, and its source."""
FORMAL: Final[Mapping[str, str]] = {
    name.replace("ro-", "ro_formal-"): source
    for name, source in SOURCES.items()
    if name.startswith("ro-")
}
"""The page in the formal form of address, and its source."""
REPLACEMENTS: Final = ROOT / "tools" / "formal_guides.txt"
"""For each Romanian guide, lines of `familiar => polite`."""
_LINK: Final = re.compile(r"<a [^>]*>(.*?)</a>", re.DOTALL)
_PICTURE: Final = re.compile(r"<p><img [^>]*></p>\n?|<img [^>]*>")


def formal(source: str) -> str:
    """Return a Romanian guide's Markdown in the formal form of address.

    Raises:
        ValueError: the guide no longer has a sentence that is to be replaced.
    """
    text = (ROOT / source).read_text("utf-8")
    # The section of the guide goes from its name in brackets to the next name.
    _, _, rest = REPLACEMENTS.read_text("utf-8").partition(f"[{Path(source).name}]\n")
    section = rest.partition("\n[")[0]
    for line in filter(None, section.splitlines()):
        familiar, _, polite = line.partition(" => ")
        if familiar not in text:
            raise ValueError(f"{source}: {familiar!r} is not there: change {REPLACEMENTS.name}")
        text = text.replace(familiar, polite)
    return text


def page(source: str) -> str:
    """Return a guide as HTML without links and pictures."""
    return _html((ROOT / source).read_text("utf-8"))


def formal_page(source: str) -> str:
    """Return a guide in the formal form of address, as HTML."""
    return _html(formal(source))


def _html(text: str) -> str:
    html: str = markdown.markdown(
        text, extensions=["admonition", "attr_list", "tables", "fenced_code"]
    )
    return _PICTURE.sub("", _LINK.sub(r"\1", html)) + "\n"


def main() -> None:
    """Write every guide."""
    FOLDER.mkdir(exist_ok=True)
    for name, source in SOURCES.items():
        (FOLDER / name).write_text(page(source), "utf-8")
    for name, source in FORMAL.items():
        (FOLDER / name).write_text(formal_page(source), "utf-8")


if __name__ == "__main__":
    main()
