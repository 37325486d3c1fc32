"""Photos and documents that were sent through the sandbox, byte for byte.

Their bytes are in a temporary file, which the system removes with the program; a long season sends
more than a gigabyte. Equal content is stored once.
"""

import hashlib
import io
import mimetypes
import os
import warnings
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import PurePath
from tempfile import TemporaryFile
from weakref import finalize

from PIL import Image, UnidentifiedImageError

from sandbox import limits
from sandbox.errors import bad_request, too_large

THUMBNAIL_SIDE = 320
"""The longer side, in pixels, of the smaller size that Telegram offers beside each photo."""


class Heap:
    """The contents of all files, one after the other in a temporary file."""

    def __init__(self) -> None:
        # Unbuffered, so that closing it writes nothing. Python closes it at any later moment.
        self._file = TemporaryFile(buffering=0, prefix="tur-retur-")  # noqa: SIM115
        finalize(self, self._file.close)
        self._places: dict[bytes, tuple[int, int]] = {}
        """By the SHA-256 of a content, its start and length."""

    def put(self, content: bytes) -> "HeapContent":
        """Store the bytes, unless the heap has them already; return their place."""
        digest = hashlib.sha256(content).digest()
        if digest not in self._places:
            start = self._file.seek(0, os.SEEK_END)
            self._file.write(content)  # on a full disk it raises, and the place is not stored
            self._places[digest] = (start, len(content))
        return HeapContent(self, *self._places[digest])

    def read(self, start: int, length: int) -> bytes:
        """Return the bytes at that place."""
        self._file.seek(start)
        return self._file.read(length)

    def __getstate__(self) -> tuple[dict[bytes, tuple[int, int]], bytes]:
        """Return everything in the heap, for a stored copy of the sandbox."""
        return self._places, self.read(0, self._file.seek(0, os.SEEK_END))

    def __setstate__(self, state: tuple[dict[bytes, tuple[int, int]], bytes]) -> None:
        """Write everything into a new temporary file."""
        self.__init__()  # type: ignore[misc]
        self._places, content = state
        self._file.write(content)


@dataclass(frozen=True, slots=True)
class HeapContent:
    """A content in the heap."""

    heap: Heap = field(repr=False)
    start: int
    length: int
    """In bytes."""

    def read(self) -> bytes:
        """Return the content."""
        return self.heap.read(self.start, self.length)


@dataclass(frozen=True, kw_only=True)
class SandboxFile:
    """A file; it is a photo if it has a width."""

    id: str
    unique_id: str
    name: str
    stored: HeapContent
    path: str
    """The path that `getFile` returns."""
    width: int = 0
    height: int = 0

    @property
    def is_photo(self) -> bool:
        """Whether the file is shown as a picture rather than offered for download."""
        return self.width > 0

    @property
    def mime_type(self) -> str:
        """The MIME type, guessed from the name."""
        return mimetypes.guess_type(self.name)[0] or "application/octet-stream"

    @property
    def content(self) -> bytes:
        """The file's bytes."""
        return self.stored.read()

    @property
    def size(self) -> int:
        """The file's size in bytes."""
        return self.stored.length

    @property
    def thumbnail(self) -> bytes:
        """The photo at its smaller size, as JPEG."""
        return _thumbnail(self.stored)

    @property
    def thumbnail_id(self) -> str:
        """The id of the photo's smaller size."""
        return f"{self.id}s"

    def thumbnail_size(self) -> tuple[int, int]:
        """Return width and height of the smaller size."""
        scale = min(1.0, THUMBNAIL_SIDE / max(self.width, self.height))
        return max(1, round(self.width * scale)), max(1, round(self.height * scale))


@lru_cache(maxsize=128)
def _thumbnail(photo: HeapContent) -> bytes:
    with Image.open(io.BytesIO(photo.read())) as picture:
        copy = picture.convert("RGB")
    copy.thumbnail((THUMBNAIL_SIDE, THUMBNAIL_SIDE))
    jpeg = io.BytesIO()
    copy.save(jpeg, "JPEG", quality=80)
    return jpeg.getvalue()


class FileStore:
    """All files, found by id or by the path that `getFile` returns."""

    def __init__(self) -> None:
        self._by_id: dict[str, SandboxFile] = {}
        self._by_path: dict[str, SandboxFile] = {}
        self._heap = Heap()

    def add_document(self, name: str, content: bytes) -> SandboxFile:
        """Store a document of at most 50 MB, or refuse it as Telegram does."""
        if not content:
            raise bad_request("file must be non-empty")
        if len(content) > limits.UPLOAD_BYTES:
            raise too_large()
        name = PurePath(name.replace("\\", "/")).name or "file"
        number = len(self._by_id)
        file = SandboxFile(
            id=f"BQACSandbox{number}",
            unique_id="AgADB" + hashlib.sha256(content).hexdigest()[:12],
            name=name,
            stored=self._heap.put(content),
            path=f"documents/file_{number}{PurePath(name).suffix}",
        )
        return self._keep(file)

    def add_photo(self, name: str, content: bytes) -> SandboxFile:
        """Store a photo. Refuse a file that is no photo, is too large, or is too long and thin."""
        if not content:
            raise bad_request("file must be non-empty")
        if len(content) > limits.PHOTO_BYTES:
            most = limits.PHOTO_BYTES
            raise bad_request(f"file is too big for a photo; the maximum size is {most} bytes")
        width, height = _picture_size(content)
        number = len(self._by_id)
        suffix = ".png" if content.startswith(b"\x89PNG") else ".jpg"
        file = SandboxFile(
            id=f"AgACSandbox{number}",
            unique_id="AQADP" + hashlib.sha256(content).hexdigest()[:12],
            name=PurePath(name).name or f"photo{suffix}",
            stored=self._heap.put(content),
            path=f"photos/file_{number}{suffix}",
            width=width,
            height=height,
        )
        return self._keep(file)

    def find(self, file_id: str) -> SandboxFile | None:
        """Return the file with that id, or the photo whose thumbnail has it; else None."""
        file = self._by_id.get(file_id)
        photo = self._by_id.get(file_id.removesuffix("s"))
        return file or (photo if photo and photo.is_photo else None)

    def download(self, path: str) -> bytes | None:
        """Return the content at a path that `getFile` returned; None at any other."""
        if path.startswith("thumbnails/"):
            photo = self._by_id.get(path.removeprefix("thumbnails/").removesuffix(".jpg"))
            return photo.thumbnail if photo and photo.is_photo else None
        file = self._by_path.get(path)
        return file.content if file else None

    def _keep(self, file: SandboxFile) -> SandboxFile:
        self._by_id[file.id] = self._by_path[file.path] = file
        return file


def _picture_size(content: bytes) -> tuple[int, int]:
    """Return width and height, or refuse the picture (400) with Telegram's reason."""
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
