"""Photos and documents that went through the sandbox, kept as the very bytes that were sent."""

import hashlib
import io
import mimetypes
import warnings
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath

from PIL import Image, UnidentifiedImageError

from sandbox import limits
from sandbox.errors import bad_request

SMALL_SIDE = 320
"""The longer side of the smaller size Telegram offers beside each photo."""


@dataclass(frozen=True, kw_only=True)
class StoredFile:
    """One file; a photo if it has a width."""

    id: str
    unique_id: str
    name: str
    content: bytes
    path: str
    width: int = 0
    height: int = 0

    @property
    def is_photo(self) -> bool:
        """Whether it is shown as a picture rather than offered as a file."""
        return self.width > 0

    @property
    def mime_type(self) -> str:
        """What kind of file it is, by its name."""
        return mimetypes.guess_type(self.name)[0] or "application/octet-stream"

    @cached_property
    def small(self) -> bytes:
        """The photo at its smaller size, as JPEG."""
        with Image.open(io.BytesIO(self.content)) as picture:
            copy = picture.convert("RGB")
        copy.thumbnail((SMALL_SIDE, SMALL_SIDE))
        out = io.BytesIO()
        copy.save(out, "JPEG", quality=80)
        return out.getvalue()

    def small_size(self) -> tuple[int, int]:
        """Return width and height of the smaller size."""
        scale = min(1.0, SMALL_SIDE / max(self.width, self.height))
        return max(1, round(self.width * scale)), max(1, round(self.height * scale))


class FileStore:
    """All files, found by id or by the path that `getFile` gives out."""

    def __init__(self) -> None:
        self._by_id: dict[str, StoredFile] = {}

    def add_document(self, name: str, content: bytes) -> StoredFile:
        """Keep a document of at most 50 MB, or refuse as Telegram does."""
        if not content:
            raise bad_request("file must be non-empty")
        name = PurePath(name.replace("\\", "/")).name or "file"
        number = len(self._by_id)
        file = StoredFile(
            id=f"BQACSandbox{number}",
            unique_id="AgADB" + hashlib.sha256(content).hexdigest()[:12],
            name=name,
            content=content,
            path=f"documents/file_{number}{PurePath(name).suffix}",
        )
        return self._keep(file)

    def add_photo(self, name: str, content: bytes) -> StoredFile:
        """Keep a photo, or refuse what is not one, or is too big or too long and thin."""
        if not content:
            raise bad_request("file must be non-empty")
        if len(content) > limits.PHOTO_BYTES:
            raise bad_request("file is too big for a photo; the maximum size is 10485760 bytes")
        width, height = _picture_size(content)
        number = len(self._by_id)
        suffix = ".png" if content.startswith(b"\x89PNG") else ".jpg"
        file = StoredFile(
            id=f"AgACSandbox{number}",
            unique_id="AQADP" + hashlib.sha256(content).hexdigest()[:12],
            name=PurePath(name).name or f"photo{suffix}",
            content=content,
            path=f"photos/file_{number}{suffix}",
            width=width,
            height=height,
        )
        return self._keep(file)

    def find(self, file_id: str) -> StoredFile | None:
        """Return the file with that id; a photo's smaller size has the id with `s` after it."""
        whole = self._by_id.get(file_id)
        small = self._by_id.get(file_id.removesuffix("s"))
        return whole or (small if small and small.is_photo else None)

    def download(self, path: str) -> bytes | None:
        """Return what lies at a path that `getFile` gave out."""
        if path.startswith("thumbnails/"):
            file = self._by_id.get(path.removeprefix("thumbnails/").removesuffix(".jpg"))
            return file.small if file and file.is_photo else None
        return next((f.content for f in self._by_id.values() if f.path == path), None)

    def _keep(self, file: StoredFile) -> StoredFile:
        self._by_id[file.id] = file
        return file


def _picture_size(content: bytes) -> tuple[int, int]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content)) as picture:
                width, height = picture.size
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as error:
        raise bad_request("IMAGE_PROCESS_FAILED") from error
    except (Image.DecompressionBombWarning, Image.DecompressionBombError) as error:
        raise bad_request("PHOTO_INVALID_DIMENSIONS") from error
    longer, shorter = max(width, height), min(width, height)
    if width + height > limits.PHOTO_SIDES or longer > limits.PHOTO_RATIO * shorter:
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    return width, height
