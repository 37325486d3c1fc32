"""The compiled search as a program in a sandbox: how wasmtime is spoken to."""

import atexit
from functools import cache
from importlib import import_module, resources
from typing import Any, Final

MEMORY: Final = 256 << 20
"""Bytes the search may take at most; it takes what it needs. Left alone, wasmtime sets gigabytes of
addresses aside, which a process may not have."""


class OutOfMemory(Exception):  # noqa: N818  (it says what it is)
    """There is not as much memory as the search asks for."""


class Program:
    """The search with a memory of its own, in which addresses are numbers."""

    def __init__(self, runtime: Any, memory: int) -> None:
        engine, module = _ready(runtime)
        self._stopped = runtime.Trap
        self._store = runtime.Store(engine)
        self._store.set_limits(memory_size=memory)
        self._exports: Any = runtime.Instance(self._store, module, []).exports(self._store)

    def call(self, name: str, *arguments: int) -> Any:
        """Call a function of `search.c` and return its answer, a number or None.

        Raises:
            OutOfMemory: there is not as much as it needs.
        """
        try:
            return self._exports[name](self._store, *arguments)
        except self._stopped as stopped:
            raise OutOfMemory from stopped

    def write(self, at: int, data: bytes) -> None:
        """Write to its memory."""
        self._exports["memory"].write(self._store, bytearray(data), at)

    def read(self, at: int, size: int) -> bytes:
        """Read of its memory."""
        return bytes(self._exports["memory"].read(self._store, at, at + size))


def program(memory: int = MEMORY, runtime: str = "wasmtime") -> Program | None:
    """Start the search, with so much memory at most; None where it does not run."""
    try:
        wasmtime = import_module(runtime)
    except (ImportError, OSError, RuntimeError):  # not installed, or made for another system
        return None
    try:
        return Program(wasmtime, memory)
    except wasmtime.WasmtimeError:  # not even so much to begin with
        return None


@cache
def _ready(runtime: Any) -> tuple[Any, Any]:
    """Return the search made ready for this machine; some 20 ms, once."""
    config = runtime.Config()
    config.memory_reservation = MEMORY
    config.memory_guard_size = 1 << 16
    config.memory_reservation_for_growth = 0
    config.parallel_compilation = False
    source = resources.files("engine.compiled") / "search.wasm"
    engine = runtime.Engine(config)
    return engine, runtime.Module(engine, source.read_bytes())


atexit.register(_ready.cache_clear)  # what wasmtime holds has to go before its modules do
