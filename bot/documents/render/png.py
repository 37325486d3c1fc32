"""Write images of palette numbers as PNG files.

Pillow's writer takes 15 ms for a sheet, most of the cost of drawing it. ISA-L, Intel's compressor,
takes 3 ms on the unfiltered pixels, and its file is smaller (docs/adr/0012-pictures.md).
"""

import zlib
from collections.abc import Sequence
from io import BytesIO
from struct import pack, unpack_from
from typing import Final

from isal import isal_zlib
from PIL import Image
from PIL.PngImagePlugin import putchunk

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_PIXELS: Final = b"IDAT"
"""The kind of the chunk with the pixels."""
_PALETTE, _EIGHT_BITS = 3, 8
"""The kind of colour and the depth, in the numbers of the PNG format."""
_AROUND_CHUNK: Final = 12
"""The bytes of a chunk besides its content: length, kind and checksum, four of each."""
_NO_FILTER: Final = b"\0"
"""No filter, because unfiltered drawings compress best."""
_METRE: Final = 1
"""The PNG format's number for a density in dots per metre."""
_INCHES: Final = 1 / 0.0254
"""Inches in a metre."""
_STRIP: Final = 256
"""Rows compressed at a time; a whole sheet would take 12 MB of memory."""
_LEVEL: Final = 1
"""The level of ISA-L with the smallest files for drawings, and nearly the fastest."""


def png_bytes(image: Image.Image, palette: Sequence[int], dpi: int) -> bytes:
    """Return an image of mode L as a PNG whose pixels index the palette (R, G, B, …)."""
    width, height = image.size
    density = round(dpi * _INCHES)
    out = BytesIO(_SIGNATURE)
    out.seek(0, 2)  # to its end
    putchunk(out, b"IHDR", pack(">IIBBBBB", width, height, _EIGHT_BITS, _PALETTE, 0, 0, 0))
    putchunk(out, b"PLTE", bytes(palette))
    putchunk(out, b"pHYs", pack(">IIB", density, density, _METRE))
    putchunk(out, _PIXELS, _compressed(image))
    putchunk(out, b"IEND", b"")
    return out.getvalue()


def lasting(png: bytes) -> bytes:
    """Return a PNG of `png_bytes` recompressed: the same picture always gives the same bytes.

    The bytes of ISA-L can differ: rarely, and between kinds of processor, it finds other
    repetitions.
    """
    out = BytesIO(_SIGNATURE)
    out.seek(0, 2)  # to its end
    at = len(_SIGNATURE)
    while at < len(png):
        (length,) = unpack_from(">I", png, at)
        kind, content = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        putchunk(out, kind, zlib.compress(zlib.decompress(content)) if kind == _PIXELS else content)
        at += length + _AROUND_CHUNK
    return out.getvalue()


def _compressed(image: Image.Image) -> bytes:
    """Return the pixels compressed, each row after the number of its filter.

    Pillow pads rows with zero bytes: the padding of one row is the filter number of the next.
    """
    stream = isal_zlib.compressobj(_LEVEL)
    parts = []
    for top in range(0, image.height, _STRIP):
        strip = image.crop((0, top, image.width, min(top + _STRIP, image.height)))
        rows = strip.tobytes("raw", "L", image.width + 1)
        parts.append(stream.compress(_NO_FILTER + rows[:-1]))
    return b"".join((*parts, stream.flush()))
