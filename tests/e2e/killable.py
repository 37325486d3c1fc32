"""The bot as a process that kills itself at a chosen step of its work.

`tests.e2e.forking` starts it; the configuration comes from the environment. A file names a step;
when the process next reaches that step, it deletes the file and ends, as after a power failure. The
product knows nothing of this, because its methods are wrapped in this process only.

As with any service, the bot is started again at once, as a fresh fork of a parent that has imported
everything (`tests.e2e.forking`). Telegram keeps the menus of the first.
"""

import asyncio
import logging
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import structlog

from bot.program.answering import answering
from bot.program.app import opened
from bot.runtime.config.settings import load_config
from bot.runtime.unit import UnitOfWork
from bot.texts.delivery import Photos
from bot.transport.mail.server import MailServer
from bot.transport.receiving.worker import Worker
from bot.transport.sending.attempts import Attempts
from bot.transport.sending.browsers import OwnPage
from bot.transport.sending.pacing import UNLIMITED
from bot.transport.telegram_io.client import TelegramIO
from bot.web.asking import Asking
from storage.queues.receipts import Receipt, Receipts

SEED = "KILL_SEED"
"""The environment variable that holds the seed of every draw, in hex."""
ORDER = "KILL_ORDER"
"""The environment variable that names the file of the order."""

ASKED = "asked"
"""A request of the Mini App has come, and is not stored."""
SHOWN = "shown"
"""A message of a browser is on its page, and that is not recorded."""
MAILING, BEGUN, MAILED = "mailing", "begun", "mailed"
"""Where a mail may be interrupted: nothing said to its server yet; its begin stored, and no byte of
it given; all of it taken by the server, and no receipt kept."""
RECEIVED, STORED, DECIDED, COMMITTED, SENT, ANSWERED = STEPS = (
    "received",
    "stored",
    "decided",
    "committed",
    "sent",
    "answered",
)
"""Where a move may be interrupted: fetched and not stored; stored and not begun; everything written
and not committed; committed and nothing sent; a picture sent, and its answer not heard yet; the
answers to all that were sent heard, and the last not noted in the database yet."""


def die_if_ordered(step: str) -> None:
    """End the process at once if the file names this step."""
    order = Path(os.environ[ORDER])
    if order.exists() and order.read_text() == step:
        order.unlink()
        os.kill(os.getpid(), signal.SIGKILL)


def dies(method: Callable[..., Any], *, before: str = "", after: str = "") -> Callable[..., Any]:
    """Return the method with these steps before it, and another after its effect."""

    async def wrapped(*args: Any, **options: Any) -> Any:
        if before:
            die_if_ordered(before)
        result = await method(*args, **options)
        if after and (result or result is None):
            die_if_ordered(after)
        return result

    return wrapped


def dies_after_a_commit(handle_several: Callable[..., Any]) -> Callable[..., Any]:
    """Return the worker's method with the step after its transaction has handled an update."""

    async def wrapped(self: Worker) -> Any:
        handled, *_ = outcome = await handle_several(self)
        if handled:
            die_if_ordered(COMMITTED)
        return outcome

    return wrapped


_under_way: set[object] = set()
"""The tasks that carry a message whose receipt is not kept yet."""


def dies_after_a_picture(send: Callable[..., Any]) -> Callable[..., Any]:
    """Return the courier's method with the step after a picture has been sent."""

    async def wrapped(self: TelegramIO, parcel: Any) -> Any:
        task = asyncio.current_task()
        _under_way.add(task)
        try:
            result = await send(self, parcel)
        except BaseException:
            _under_way.discard(task)
            raise
        if isinstance(parcel, Photos):
            die_if_ordered(SENT)
        return result

    return wrapped


def dies_after_an_answer(keep: Callable[..., None]) -> Callable[..., None]:
    """Return the receipts' method with the step after the last pending receipt is stored."""

    def wrapped(self: Receipts, receipt: Receipt) -> None:
        keep(self, receipt)
        _under_way.discard(asyncio.current_task())
        if not _under_way:
            die_if_ordered(ANSWERED)

    return wrapped


def make_mortal() -> None:
    """Wrap the methods of this process's bot with the steps."""
    for kind, name, wrapped in (
        (TelegramIO, "updates", dies(TelegramIO.updates, after=RECEIVED)),
        (Worker, "_handle", dies(Worker._handle, before=STORED)),
        (Worker, "_several", dies_after_a_commit(Worker._several)),
        (Asking, "_store", dies(Asking._store, before=ASKED)),
        (UnitOfWork, "flush", dies(UnitOfWork.flush, after=DECIDED)),
        (TelegramIO, "send", dies_after_a_picture(TelegramIO.send)),
        (MailServer, "send", dies(MailServer.send, before=MAILING, after=MAILED)),
        (Attempts, "_note_begun", dies(Attempts._note_begun, after=BEGUN)),
        (OwnPage, "carry", dies(OwnPage.carry, after=SHOWN)),
        (Receipts, "keep", dies_after_an_answer(Receipts.keep)),
    ):
        setattr(kind, name, wrapped)


async def main(*, has_menus: bool) -> None:
    """Run the bot from the environment until it is killed or told to stop."""
    environment = {name: text for name, text in os.environ.items() if name.startswith("TURRETUR_")}
    config = load_config(None, environment)
    async with (
        opened(config, rates=UNLIMITED, new_seed=lambda: os.environ[SEED]) as app,
        answering(config, app),
    ):
        await (replace(app, at_start=()) if has_menus else app).run()


def live(*, has_menus: bool) -> None:
    """Run the bot from its start to its end."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    make_mortal()
    asyncio.run(main(has_menus=has_menus))


def lives() -> None:
    """Restart the bot after each kill, and report it on standard output."""
    for number in count():
        child = os.fork()
        if not child:
            live(has_menus=number > 0)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status) or os.WTERMSIG(status) != signal.SIGKILL:
            raise SystemExit(f"the bot ended with status {status}")
        print("killed", flush=True)  # noqa: T201  (the test reads it)
