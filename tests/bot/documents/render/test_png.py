import zlib
from io import BytesIO

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot.documents.render.png import lasting, png_bytes

COLOURS = [(number * 7 % 256, number * 31 % 256, 255 - number) for number in range(256)]


@given(st.data(), st.integers(1, 40), st.integers(1, 40), st.sampled_from((72, 200, 300)))
def test_a_picture_is_read_back_as_it_was_drawn(
    data: st.DataObject, width: int, height: int, dpi: int
) -> None:
    """A PNG reader finds each pixel's colour and the print size."""
    numbers = data.draw(st.binary(min_size=width * height, max_size=width * height))
    image = Image.frombytes("L", (width, height), numbers)

    png = png_bytes(image, [channel for colour in COLOURS for channel in colour], dpi)

    read = Image.open(BytesIO(png))
    read.load()
    assert (read.format, read.size, round(read.info["dpi"][0])) == ("PNG", (width, height), dpi)
    pixels = read.convert("RGB").tobytes()
    assert pixels == b"".join(bytes(COLOURS[number]) for number in numbers)


def test_a_large_picture_is_read_back_too() -> None:
    """A picture larger than the compressor's buffer has all rows in place."""
    image = Image.new("L", (1654, 2339))
    for y in range(0, 2339, 3):
        image.paste(y % 256, (y % 1000, y, y % 1000 + 600, y + 2))

    read = Image.open(BytesIO(png_bytes(image, bytes(range(256)) * 3, 200)))

    assert read.tobytes() == image.tobytes()


def test_a_lasting_picture_does_not_hang_on_how_it_was_compressed() -> None:
    """Equal pixels, print size and colours give equal bytes after any compression."""
    image = Image.linear_gradient("L")
    png = png_bytes(image, bytes(range(256)) * 3, 200)
    other = recompressed(png, level=9)
    assert other != png

    kept = lasting(png)

    assert kept == lasting(other) == lasting(kept)
    read, before = Image.open(BytesIO(kept)), Image.open(BytesIO(png))
    assert read.tobytes() == before.tobytes() == image.tobytes()
    assert read.getpalette() == before.getpalette()
    assert read.info["dpi"] == before.info["dpi"]


def recompressed(png: bytes, level: int) -> bytes:
    """Return the same PNG with its pixels compressed by zlib at that level."""
    head, _, rest = png.partition(b"IDAT")
    length = int.from_bytes(head[-4:], "big")
    packed = zlib.compress(zlib.decompress(rest[:length]), level)
    chunk = b"IDAT" + packed
    crc = zlib.crc32(chunk).to_bytes(4, "big")
    return head[:-4] + len(packed).to_bytes(4, "big") + chunk + crc + rest[length + 4 :]
