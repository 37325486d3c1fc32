"""Pictures re-encoded: their contents stay, and memory is checked before it is used."""

import io

import pytest
from PIL import ExifTags, Image

from bot.documents.image_sanitiser.reencoding import LARGEST_SIDE, reencoded
from bot.documents.image_sanitiser.wire import TooLarge, Unusable


def file_of(picture: Image.Image, kind: str, **options: object) -> bytes:
    """Return the picture as a file, compressed in the fastest way."""
    out = io.BytesIO()
    picture.save(out, kind, **{"compress_level": 1, "method": 0, **options})
    return out.getvalue()


@pytest.mark.parametrize("mode", ["RGBA", "LA"])
def test_a_sheet_drawn_on_nothing_is_passed_on_on_white(mode: str) -> None:
    """Black ink on a transparent background stays readable; most such files are black below."""
    sheet = Image.new("RGBA", (40, 40), (0, 0, 0, 0))
    sheet.paste((0, 0, 0, 255), (0, 0, 10, 40))
    with Image.open(
        io.BytesIO(reencoded(io.BytesIO(file_of(sheet.convert(mode), "PNG"))))
    ) as passed_on:
        row = passed_on.convert("L").tobytes()[20 * 40 : 21 * 40]
    assert row[4] < 15
    assert row[30] > 240


@pytest.mark.parametrize(
    ("size", "mode", "kind", "options"),
    [
        ((8000, 1600), "1", "PNG", {}),
        ((8000, 1600), "RGB", "JPEG", {}),
        ((4032, 3024), "RGB", "WEBP", {}),
        ((4032, 3024), "RGB", "JPEG", {"progressive": True, "subsampling": 0}),
    ],
)
def test_a_picture_that_would_fill_the_memory_is_refused_before_it_is_decoded(
    size: tuple[int, int], mode: str, kind: str, options: dict[str, object]
) -> None:
    """A small file that would fill memory when unpacked is measured and refused."""
    content = file_of(Image.new(mode, size), kind, **options)
    assert len(content) < 500_000
    with pytest.raises(TooLarge):
        reencoded(io.BytesIO(content))


@pytest.mark.parametrize(
    ("mode", "kind", "options"),
    [
        ("RGB", "JPEG", {}),
        ("L", "JPEG", {}),
        ("CMYK", "JPEG", {}),
        ("RGB", "JPEG", {"progressive": True}),
        ("P", "PNG", {}),
        ("1", "PNG", {}),
        ("RGBA", "PNG", {}),
        ("I;16", "PNG", {}),
    ],
)
def test_what_a_telephone_takes_is_passed_on(
    mode: str, kind: str, options: dict[str, object]
) -> None:
    """Twelve megapixels, sideways, become upright and no larger than Telegram shows."""
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 6
    content = file_of(Image.new(mode, (4032, 3024)), kind, exif=exif, **options)
    with Image.open(io.BytesIO(reencoded(io.BytesIO(content)))) as shown:
        assert shown.format == "JPEG"
        assert LARGEST_SIDE // 2 < shown.height <= LARGEST_SIDE
        assert shown.width * 4032 == pytest.approx(shown.height * 3024, abs=4032)


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7", b"\x89PNG\r\n\x1a\n broken", b"GIF89a"])
def test_what_is_no_picture_is_refused(content: bytes) -> None:
    """Every error of the library gives the same refusal."""
    with pytest.raises(Unusable):
        reencoded(io.BytesIO(content))
