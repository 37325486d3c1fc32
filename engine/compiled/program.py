"""The compiled search as a sandboxed program, run by wasmtime."""

import atexit
from functools import cache
from importlib import import_module, resources
from typing import Any, Final

MEMORY: Final = 256 << 20
"""The memory limit in bytes; by default wasmtime reserves gigabytes, which may be refused."""


class OutOfMemory(Exception):  # noqa: N818  (the name needs no suffix)
    """The search needs more memory than its limit allows."""


class SearchProgram:
    """The search with its own memory, in which addresses are numbers."""

    def __init__(self, runtime: Any, memory: int) -> None:
        engine, module = _ready(runtime)
        self._stopped = runtime.Trap
        self._store = runtime.Store(engine)
        self._store.set_limits(memory_size=memory)
        self._exports: Any = runtime.Instance(self._store, module, []).exports(self._store)

    def call(self, name: str, *arguments: int) -> Any:
        """Call a function of `search.c` and return its result, a number or None.

        Raises:
            OutOfMemory: the search needs more memory than its limit allows.
        """
        try:
            return self._exports[name](self._store, *arguments)
        except self._stopped as stopped:  # `search.c` traps only where its memory cannot grow
            raise OutOfMemory from stopped

    def write(self, at: int, data: bytes) -> None:
        """Write bytes to the search's memory."""
        self._exports["memory"].write(self._store, bytearray(data), at)

    def read(self, at: int, size: int) -> bytes:
        """Return bytes from the search's memory."""
        return bytes(self._exports["memory"].read(self._store, at, at + size))


def program(memory: int = MEMORY, runtime: str = "wasmtime") -> SearchProgram | None:
    """Start the search with this memory limit, or return None where it cannot run."""
    try:
        wasmtime = import_module(runtime)
    except (ImportError, OSError, RuntimeError):  # not installed, or built for another system
        return None
    try:
        return SearchProgram(wasmtime, memory)
    except wasmtime.WasmtimeError:  # not even enough memory to start
        return None


@cache
def _ready(runtime: Any) -> tuple[Any, Any]:
    """Return the search compiled for this machine; takes about 20 ms and is cached."""
    config = runtime.Config()
    config.memory_reservation = MEMORY
    config.memory_guard_size = 1 << 16
    config.memory_reservation_for_growth = 0
    config.parallel_compilation = False
    source = resources.files("engine.compiled") / "search.wasm"
    engine = runtime.Engine(config)
    return engine, runtime.Module(engine, source.read_bytes())


atexit.register(_ready.cache_clear)  # free wasmtime objects before its modules are unloaded
