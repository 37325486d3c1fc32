"""A picture made anew: decoded, brought to size, and encoded without what was hidden in the file.

Pure, and meant to be run by itself: what a stranger's picture needs in memory, or does to the
library, is not the bot's trouble. How many bytes a picture takes is worked out before it is
decoded.
"""

import io
import warnings
from typing import IO, Final

from PIL import ExifTags, Image, ImageOps, PngImagePlugin
from PIL.Image import Image as Pixels
from PIL.JpegImagePlugin import JpegImageFile
from PIL.WebPImagePlugin import WebPImageFile

from bot.documents.darkroom.wire import TooLarge, Unusable

LARGEST_SIDE: Final = 2560
"""Pixels: what Telegram shows of a photo at most."""
MOST_PIXELS: Final = 12 << 20
"""Twelve megapixels, as cameras count them: 4032 x 3024 are within."""
MOST_BYTES: Final = 64 << 20
"""What a picture may take while it is decoded."""
FORMATS: Final = ("JPEG", "PNG", "WEBP")
_QUALITIES: Final = (88, 60, 30)
_LARGE: Final = 1 << 20
"""Bytes: a photographed sheet takes half of that."""
_STRIP: Final = 64
"""Rows of the smaller picture that are made at a time."""
_WEBP: Final = 16
"""Bytes a pixel: four copies, as the library decodes each frame onto a canvas of its own."""
_COEFFICIENT: Final = 2
"""Bytes, each kept until the last scan of a JPEG that comes in several."""

PngImagePlugin.MAX_TEXT_MEMORY = 1 << 20


def made(file: IO[bytes]) -> bytes:
    """Return the picture as a JPEG file of at most `LARGEST_SIDE`, and nothing else of the file.

    Raises:
        TooLarge: it has too many pixels, or would take too much memory.
        Unusable: it is no picture of a kind we pass on, or broken.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        try:
            with Image.open(file, formats=FORMATS) as opened:
                _measure(opened)
                picture = _upright(opened, file)
            return _encoded(picture)
        except Unusable:
            raise
        except (MemoryError, Image.DecompressionBombError) as error:
            raise TooLarge("it needs more memory than there is") from error
        except Exception as error:  # whatever the library makes of a file, it is broken
            raise Unusable(f"{type(error).__name__}: {error}") from error


def _encoded(picture: Pixels) -> bytes:
    """Return the picture as a file, coarser where it would be larger than any sheet needs."""
    encoded = b""
    for quality in _QUALITIES:
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=quality)
        if len(encoded := out.getvalue()) <= _LARGE:
            break
    return encoded


def _measure(opened: Pixels) -> None:
    """Refuse a picture that would take too much, before it is decoded."""
    pixels = opened.width * opened.height
    if pixels > MOST_PIXELS:
        raise TooLarge(f"{pixels} pixels")
    if (needed := round(pixels * _bytes_a_pixel(opened))) > MOST_BYTES:
        raise TooLarge(f"{needed} bytes")


def _bytes_a_pixel(opened: Pixels) -> float:
    """Return what the library takes for a pixel while it decodes the picture."""
    if isinstance(opened, WebPImageFile):
        return _WEBP
    if isinstance(opened, JpegImageFile) and opened.info.get("progressive"):
        sampled = [across * down for _, across, down, _ in opened.layer]
        return _COEFFICIENT * sum(sampled) / max(sampled)
    return 1 if opened.mode in {"1", "L", "P"} else 4


def _upright(opened: Pixels, file: IO[bytes]) -> Pixels:
    """Return the picture decoded, small enough, as it is to be looked at, on white.

    What is not needed any longer is let go at once: file, and pixels as they were decoded.
    """
    if (shrink := _times_too_large(opened)) > 1 and isinstance(opened, JpegImageFile):
        opened.draft(None, (opened.width // shrink, opened.height // shrink))
    opened.load()
    turned = opened.getexif().get(ExifTags.Base.Orientation)
    file.truncate(0)
    picture = _smaller(opened, _times_too_large(opened))
    opened.close()
    if turned is not None:
        picture.getexif()[ExifTags.Base.Orientation] = turned
        ImageOps.exif_transpose(picture, in_place=True)
    return picture


def _smaller(picture: Pixels, shrink: int) -> Pixels:
    """Return the picture with its sides divided, strip by strip: a copy would take much memory."""
    width, height = picture.size
    smaller = Image.new("RGB", (-(-width // shrink), -(-height // shrink)))
    for top in range(0, height, _STRIP * shrink):
        strip = picture.crop((0, top, width, min(top + _STRIP * shrink, height)))
        smaller.paste(_on_paper(strip).reduce(shrink), (0, top // shrink))
    return smaller


def _times_too_large(picture: Pixels) -> int:
    """Return by which whole number its sides are to be divided."""
    return -(-max(picture.size) // LARGEST_SIDE)


def _on_paper(picture: Pixels) -> Pixels:
    """Return the picture without transparency: what shows through is white, as under a sheet."""
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    over = picture.convert("RGBA")
    paper = Image.new("RGBA", over.size, "white")
    paper.alpha_composite(over)
    return paper.convert("RGB")
