"""Re-encode a picture: decode it, reduce its size, and encode it without the file's metadata.

Pure, and meant for a process of its own, because a stranger's picture may exhaust memory or crash
the library. The memory that a picture needs is calculated before it is decoded.
"""

import io
import warnings
from typing import IO, Final

from PIL import ExifTags, Image, ImageOps, PngImagePlugin
from PIL.Image import Image as Pixels
from PIL.JpegImagePlugin import JpegImageFile
from PIL.WebPImagePlugin import WebPImageFile

from bot.documents.image_sanitiser.wire import TooLarge, Unusable

LARGEST_SIDE: Final = 2560
"""Pixels: the largest side of a photo that Telegram shows."""
MOST_PIXELS: Final = 12 << 20
"""Twelve megapixels, as cameras count them: 4032 x 3024 is within the limit."""
MOST_BYTES: Final = 64 << 20
"""Limit on the memory that a picture takes while it is decoded."""
FORMATS: Final = ("JPEG", "PNG", "WEBP")
_QUALITIES: Final = (88, 60, 30)
"""JPEG qualities to try, until the file is small enough; the last one counts in any case."""
_LARGE: Final = 1 << 20
"""Bytes above which a JPEG is encoded more coarsely; a photographed sheet takes half of that."""
_STRIP: Final = 64
"""Rows of the reduced picture that are computed at a time."""
_WEBP_PIXEL: Final = 16
"""Bytes per pixel: four copies, because the library decodes each frame onto its own canvas."""
_JPEG_COEFFICIENT: Final = 2
"""Bytes per coefficient; a progressive JPEG keeps all of them until its last scan."""
_ONE_CHANNEL: Final = frozenset({"1", "L", "P"})
"""The library's modes with a byte per pixel: black and white, grey, palette."""
_COLOUR_PIXEL: Final = 4
"""Bytes per pixel of every other mode: the library pads colours to four channels."""

PngImagePlugin.MAX_TEXT_MEMORY = 1 << 20  # bytes of text in a PNG, which may unpack to any size


def reencoded(file: IO[bytes]) -> bytes:
    """Return the picture as a JPEG file of at most `LARGEST_SIDE`, without the original's metadata.

    Raises:
        TooLarge: the picture has too many pixels, or would take too much memory.
        Unusable: the file is no picture of a supported kind, or is broken.
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
        except Exception as error:  # any error that the library raises means a broken file
            raise Unusable(f"{type(error).__name__}: {error}") from error


def _encoded(picture: Pixels) -> bytes:
    """Return the picture as a file, encoded more coarsely if it would exceed `_LARGE`."""
    encoded = b""
    for quality in _QUALITIES:
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=quality)
        if len(encoded := out.getvalue()) <= _LARGE:
            break
    return encoded


def _measure(opened: Pixels) -> None:
    """Raise `TooLarge` if decoding the picture would take too much memory."""
    pixels = opened.width * opened.height
    if pixels > MOST_PIXELS:
        raise TooLarge(f"{pixels} pixels")
    if (needed := round(pixels * _bytes_a_pixel(opened))) > MOST_BYTES:
        raise TooLarge(f"{needed} bytes")


def _bytes_a_pixel(opened: Pixels) -> float:
    """Return the number of bytes per pixel that the library needs while it decodes the picture."""
    if isinstance(opened, WebPImageFile):
        return _WEBP_PIXEL
    if isinstance(opened, JpegImageFile) and opened.info.get("progressive"):
        # A colour channel may have fewer coefficients than the channel of brightness.
        sampled = [across * down for _, across, down, _ in opened.layer]
        return _JPEG_COEFFICIENT * sum(sampled) / max(sampled)
    return 1 if opened.mode in _ONE_CHANNEL else _COLOUR_PIXEL


def _upright(opened: Pixels, file: IO[bytes]) -> Pixels:
    """Return the decoded picture: small enough, upright, on white.

    The file and the full-size pixels are released as early as possible.
    """
    # The library can decode a JPEG smaller at once, though not by every divisor.
    if (shrink := _divisor(opened)) > 1 and isinstance(opened, JpegImageFile):
        opened.draft(None, (opened.width // shrink, opened.height // shrink))
    opened.load()
    turned = opened.getexif().get(ExifTags.Base.Orientation)
    file.truncate(0)  # its bytes are no longer needed
    picture = _smaller(opened, _divisor(opened))
    opened.close()
    if turned is not None:
        picture.getexif()[ExifTags.Base.Orientation] = turned
        ImageOps.exif_transpose(picture, in_place=True)
    return picture


def _smaller(picture: Pixels, shrink: int) -> Pixels:
    """Return the picture with its sides divided by `shrink`, strip by strip to save memory."""
    width, height = picture.size
    size = (_rounded_up(width, shrink), _rounded_up(height, shrink))
    smaller = Image.new("RGB", size)
    for top in range(0, height, _STRIP * shrink):
        strip = picture.crop((0, top, width, min(top + _STRIP * shrink, height)))
        smaller.paste(_on_paper(strip).reduce(shrink), (0, top // shrink))
    return smaller


def _divisor(picture: Pixels) -> int:
    """Return the whole number by which the sides of the picture must be divided."""
    return _rounded_up(max(picture.size), LARGEST_SIDE)


def _rounded_up(length: int, divisor: int) -> int:
    """Return the quotient of two lengths, rounded up."""
    return -(-length // divisor)


def _on_paper(picture: Pixels) -> Pixels:
    """Return the picture without transparency, on white."""
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    over = picture.convert("RGBA")
    paper = Image.new("RGBA", over.size, "white")
    paper.alpha_composite(over)
    return paper.convert("RGB")
