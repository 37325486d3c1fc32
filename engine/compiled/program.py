"""The compiled search as a program in a sandbox: how wasmtime is spoken to."""

from functools import cache
from importlib import resources
from typing import Any, Final

try:
    import wasmtime
except (ImportError, OSError, RuntimeError):  # not installed, or made for another system
    wasmtime = None  # type: ignore[assignment]

_MEMORY: Final = 256 << 20
"""Bytes of addresses set aside; left alone, wasmtime takes gigabytes, which may not be had."""


class OutOfMemory(Exception):  # noqa: N818  (it says what it is)
    """There is not as much memory as the search asks for."""


class Program:
    """The search with a memory of its own, in which addresses are numbers."""

    def __init__(self, engine: "wasmtime.Engine", module: "wasmtime.Module") -> None:
        try:
            self._store = wasmtime.Store(engine)
            self._exports: Any = wasmtime.Instance(self._store, module, []).exports(self._store)
        except wasmtime.WasmtimeError as refused:
            raise OutOfMemory from refused

    def call(self, name: str, *arguments: int) -> Any:
        """Call a function of `search.c` and return its answer, a number or None.

        Raises:
            OutOfMemory: there is not as much as it needs.
        """
        try:
            return self._exports[name](self._store, *arguments)
        except wasmtime.Trap as stopped:
            raise OutOfMemory from stopped

    def write(self, at: int, data: bytes) -> None:
        """Write to its memory."""
        self._exports["memory"].write(self._store, bytearray(data), at)

    def read(self, at: int, size: int) -> bytes:
        """Read of its memory."""
        return bytes(self._exports["memory"].read(self._store, at, at + size))


def program() -> Program | None:
    """Start the search; None where it does not run."""
    ready = _ready()
    try:
        return None if ready is None else Program(*ready)
    except OutOfMemory:
        return None


@cache
def _ready() -> "tuple[wasmtime.Engine, wasmtime.Module] | None":
    """Return the search made ready for this machine; some 20 ms, once."""
    if wasmtime is None:
        return None
    config = wasmtime.Config()
    config.memory_reservation = _MEMORY
    config.memory_guard_size = 1 << 16
    config.memory_reservation_for_growth = 0
    config.parallel_compilation = False
    source = resources.files("engine.compiled") / "search.wasm"
    try:
        engine = wasmtime.Engine(config)
        return engine, wasmtime.Module(engine, source.read_bytes())
    except wasmtime.WasmtimeError:
        return None
