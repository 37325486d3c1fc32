"""Small pictures for tests."""

import io

from PIL import Image


def picture(width: int = 60, height: int = 40, *, colour: str = "red", kind: str = "PNG") -> bytes:
    """Return a picture of one colour."""
    out = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(out, kind)
    return out.getvalue()
