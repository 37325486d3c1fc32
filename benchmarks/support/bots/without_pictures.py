"""The bot with blank pictures and without its rate limiter.

`python -m benchmarks.support.bots.without_pictures`, started by `bench_durability`; configured by
the environment.
"""

import asyncio
import io
import logging
import os
from typing import Final

import structlog
from PIL import Image

from bot.program.app import opened
from bot.runtime.config.settings import load_config
from bot.transport.sending import press
from bot.transport.sending.pacing import UNLIMITED


def _blank() -> bytes:
    out = io.BytesIO()
    Image.new("P", (1000, 1000)).save(out, "PNG")
    return out.getvalue()


BLANK: Final = _blank()
"""A picture that costs nothing to draw, but as much to send as any."""


def _undrawn(*_: object) -> bytes:
    return BLANK


async def _work() -> None:
    environment = {name: text for name, text in os.environ.items() if name.startswith("TURRETUR_")}
    async with opened(load_config(None, environment), rates=UNLIMITED) as app:
        await app.run()


def main() -> None:
    """Run until killed."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    setattr(press, "_drawn", _undrawn)  # noqa: B010  (in this process only)
    asyncio.run(_work())


if __name__ == "__main__":
    main()
