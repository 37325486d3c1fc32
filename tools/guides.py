"""Write the guides for the public site, as HTML in `bot/site/guides`: `python -m tools.guides`.

The sources are `docs/ro` and `docs/en`. The site cannot read Markdown, so a test compares these
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
_LINK: Final = re.compile(r"<a [^>]*>(.*?)</a>", re.DOTALL)
_PICTURE: Final = re.compile(r"<p><img [^>]*></p>\n?|<img [^>]*>")


def page(source: str) -> str:
    """Return a guide as HTML without links and pictures."""
    text = (ROOT / source).read_text("utf-8")
    made: str = markdown.markdown(
        text, extensions=["admonition", "attr_list", "tables", "fenced_code"]
    )
    return _PICTURE.sub("", _LINK.sub(r"\1", made)) + "\n"


def main() -> None:
    """Write every guide."""
    FOLDER.mkdir(exist_ok=True)
    for name, source in SOURCES.items():
        (FOLDER / name).write_text(page(source), "utf-8")


if __name__ == "__main__":
    main()
