"""Comparing a PNG with a stored one, pixel by pixel, with a small tolerance."""

import os
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from bot.documents.render.layout import Box
from bot.documents.render.theme import COLOURS, Tone

STORED = Path(__file__).parent / "snapshots"
_SHRINK = 3
_PLACE = 8
"""The side of a place that is compared alone, in pixels of the reduced picture: about a digit."""
_MOST = 40
"""The greatest mean difference of a place; fewer colours in the stored picture make up to 32."""


def opened(png: bytes) -> Image.Image:
    """Return the picture in RGB."""
    return Image.open(BytesIO(png)).convert("RGB")


def cut(picture: Image.Image, box: Box) -> Image.Image:
    """Return the part of a picture in a box."""
    return picture.crop((box.x, box.y, box.right, box.bottom))


def share(picture: Image.Image, tone: Tone) -> float:
    """Return the share of a picture in that tone."""
    colour = COLOURS[tone]
    wanted = (colour >> 16, colour >> 8 & 255, colour & 255)
    counts = picture.getcolors(1 << 16) or []
    return sum(n for n, found in counts if found == wanted) / (picture.width * picture.height)


def assert_like(png: bytes, name: str) -> None:
    """Check that the reduced picture looks like the stored one.

    With UPDATE_SNAPSHOTS set, store it instead: look at it before it is committed.
    """
    picture = opened(png)
    small = picture.resize((picture.width // _SHRINK, picture.height // _SHRINK))
    path = STORED / f"{name}.png"
    if os.environ.get("UPDATE_SNAPSHOTS"):
        small.quantize(64).save(path, optimize=True)
    stored = Image.open(path).convert("RGB")
    assert small.size == stored.size
    difference = ImageChops.difference(small, stored).convert("L")
    assert ImageStat.Stat(difference).mean[0] < 2.5, f"{name} looks different: see {path}"
    grey = sum(difference.histogram()[64:])
    assert grey < small.width * small.height // 200, f"{name} differs in places: see {path}"
    means = difference.reduce(_PLACE)
    row, column = divmod(means.tobytes().index(worst := max(means.tobytes())), means.width)
    place = Box(column * _PLACE, row * _PLACE, _PLACE, _PLACE)
    assert worst < _MOST, f"{name} differs at {place}: see {path}"
