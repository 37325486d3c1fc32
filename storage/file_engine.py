"""Connections to an SQLite file, each with a thread in which SQLAlchemy executes its statements.

SQLite blocks while it works, so its statements need a thread beside the event loop. SQLAlchemy's
own asynchronous access changes between loop, greenlet and driver several times a statement, which
costs six times as much as the statement. Here SQLAlchemy's ordinary connection does all its work in
the thread: one change of threads there and one back. A statement's rows are all fetched there, so a
reader of a whole table asks for it in portions.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, Self, TypeVar

from sqlalchemy import Connection, CursorResult, Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.damage import Damage

T = TypeVar("T")

Step = tuple[asyncio.Future[Any], Callable[[], Any]]
"""A call for the thread, and the future of its result."""


class FetchingCursor(sqlite3.Cursor):
    """A cursor that fetches all rows of a statement when it executes the statement."""

    def execute(self, *statement: Any) -> Self:
        """Execute the statement, and fetch its rows."""
        super().execute(*statement)
        self._rows = super().fetchall()
        return self

    def fetchall(self) -> list[Any]:
        """Return all rows that were not returned yet."""
        rows, self._rows = self._rows, []
        return rows

    def fetchmany(self, size: int | None = None) -> list[Any]:
        """Return the next rows."""
        size = self.arraysize if size is None else size
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    def fetchone(self) -> Any:
        """Return the next row, or None."""
        return next(iter(self.fetchmany(1)), None)


class FetchingConnection(sqlite3.Connection):
    """A connection with `FetchingCursor`s."""

    def cursor(self, *_: Any) -> Any:
        """Return a new cursor."""
        return super().cursor(FetchingCursor)


class FileThread:
    """A thread with its own connection to the file, which stays open."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._steps = SimpleQueue[Step | None]()
        self.connection: Connection | None = None
        """The open connection; None before its first use."""

    def start(self) -> None:
        """Start the thread; it never keeps the program from ending."""
        Thread(target=self._serve, name="sqlite", daemon=True).start()

    async def run(self, step: Callable[[], T]) -> T:
        """Return the result of a call in the thread, after all earlier calls.

        If the waiting task is cancelled, the thread completes the call.
        """
        result = asyncio.get_running_loop().create_future()
        self._steps.put((result, step))
        return await result  # type: ignore[no-any-return]

    def open(self) -> Connection:
        """Return the connection, which is opened first if necessary; call it in the thread."""
        if self.connection is None:
            self.connection = self._engine.connect()
        return self.connection

    async def close(self) -> None:
        """Close the connection, and end the thread."""
        try:
            await self.run(self._close)
        finally:
            self._steps.put(None)

    def _close(self) -> None:
        if self.connection is not None:
            self.connection.close()

    def _serve(self) -> None:
        while (step := self._steps.get()) is not None:
            result, call = step
            try:
                done = partial(_resolve, result, call())
            except BaseException as error:  # noqa: BLE001  (it belongs to the task that waits)
                done = partial(_refuse, result, error)
            with suppress(RuntimeError):  # the loop is closed, so no task waits
                result.get_loop().call_soon_threadsafe(done)
            del step, result, call, done


def _resolve(result: asyncio.Future[T], value: T) -> None:
    if not result.done():  # the task that waited was cancelled
        result.set_result(value)


def _refuse(result: asyncio.Future[Any], error: BaseException) -> None:
    if not result.done():
        result.set_exception(error)


def _roll_back(connection: Connection) -> None:
    """Roll back; after a failed commit SQLAlchemy takes the transaction for ended already."""
    connection.rollback()
    connection.connection.rollback()


class FileConnection(AsyncConnection):
    """An asynchronous connection whose calls are executed in the thread of a file's connection."""

    def __init__(self, engine: "FileEngine") -> None:
        self._file = engine
        self._thread: FileThread | None = None
        self.sync_engine = engine.sync_engine
        self.sync_connection = None

    async def start(self, is_ctxmanager: bool = False) -> Self:  # noqa: ARG002
        """Take an idle connection to the file, or open one."""
        thread = self._file.taken()
        try:
            self.sync_connection = thread.connection or await self._in(thread, thread.open)
        except BaseException:
            await self._file.give_back(thread, keep=False)
            raise
        self._thread = thread
        return self

    async def _in(self, thread: FileThread, step: Callable[[], T]) -> T:
        try:
            return await thread.run(step)
        except DBAPIError as error:
            self._file.damage.note(error)
            raise

    async def _run(self, step: Callable[..., T], *values: Any, **options: Any) -> T:
        if self._thread is None:
            raise RuntimeError("the connection is not open")
        return await self._in(self._thread, partial(step, self.sync_connection, *values, **options))

    async def execute(
        self, statement: Any, parameters: Any = None, *, execution_options: Any = None
    ) -> CursorResult[Any]:
        """Execute the statement; return its result with all rows."""
        return await self._run(
            Connection.execute, statement, parameters, execution_options=execution_options
        )

    async def exec_driver_sql(
        self, statement: str, parameters: Any = None, execution_options: Any = None
    ) -> CursorResult[Any]:
        """Execute plain SQL; return its result with all rows."""
        return await self._run(Connection.exec_driver_sql, statement, parameters, execution_options)

    async def run_sync(self, fn: Callable[..., T], *arg: Any, **kw: Any) -> T:
        """Return the result of a function that receives the synchronous connection."""
        return await self._run(fn, *arg, **kw)

    async def commit(self) -> None:
        """Commit the transaction."""
        await self._run(Connection.commit)

    async def rollback(self) -> None:
        """Roll the transaction back."""
        await self._run(Connection.rollback)

    async def close(self) -> None:
        """Roll back an open transaction, and give the connection back."""
        thread, connection = self._thread, self.sync_connection
        if thread is None or connection is None:
            return
        is_whole = False
        try:
            if connection.get_transaction() is not None:
                await self._in(thread, partial(_roll_back, connection))
            is_whole = True
        finally:
            self._thread = self.sync_connection = None
            await self._file.give_back(thread, keep=is_whole)


class FileEngine:
    """The connections to one file that have the same settings."""

    def __init__(
        self,
        engine: Engine,
        damage: Damage,
        *,
        size: int,
        new_thread: Callable[[Engine], FileThread] = FileThread,
    ) -> None:
        """Take SQLAlchemy's engine without a pool; at most `size` idle connections stay open."""
        self.sync_engine: Final = engine
        self.damage: Final = damage
        self._size = size
        self._new_thread = new_thread
        self._idle: list[FileThread] = []

    def connect(self) -> FileConnection:
        """Return a connection that is not started yet."""
        return FileConnection(self)

    def taken(self) -> FileThread:
        """Return an idle thread, or a new one."""
        if self._idle:
            return self._idle.pop()
        thread = self._new_thread(self.sync_engine)
        thread.start()
        return thread

    async def give_back(self, thread: FileThread, *, keep: bool) -> None:
        """Keep the thread for the next connection, or close it."""
        if keep and len(self._idle) < self._size:
            self._idle.append(thread)
        else:
            await thread.close()

    async def dispose(self) -> None:
        """Close all idle connections."""
        threads: Sequence[FileThread] = self._idle
        self._idle = []
        for each in threads:
            await each.close()
