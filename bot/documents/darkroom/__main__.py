"""The process in which pictures are made anew: one after the other, until its input ends.

A picture comes in pieces, each after its length (four bytes), until one is empty; the answer is a
byte that says what came of it, a length, and the picture or the reason. It has little memory and
little time for each, and gives way to whatever else is to be done.
"""

import io
import os
import resource
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from bot.documents.darkroom.making import made
from bot.documents.darkroom.wire import LENGTH, MADE, TOO_LARGE, UNUSABLE, TooLarge, Unusable

SECONDS: Final = 15
"""For one picture; then it ends, also where nobody is left who would end it."""
MEMORY: Final = 192 << 20
"""Bytes of address space: the interpreter, the library, a picture and what it is decoded to."""
_POLITENESS: Final = 10


def main() -> None:
    """Make anew whatever comes."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.nice(_POLITENESS)
    with suppress(OSError):  # where memory runs out, this goes first, not the bot
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    source, answers = sys.stdin.buffer, sys.stdout.buffer
    while head := source.read(LENGTH.size):
        file = io.BytesIO()
        while length := LENGTH.unpack(head)[0]:
            file.write(source.read(length))
            head = source.read(LENGTH.size)
            if not head:
                return
        signal.alarm(SECONDS)
        outcome, content = _outcome(file)
        answers.write(outcome + LENGTH.pack(len(content)))
        answers.write(content)
        answers.flush()
        signal.alarm(0)
        del file, content


def _outcome(file: io.BytesIO) -> tuple[bytes, bytes]:
    try:
        return MADE, made(file)
    except TooLarge as error:
        return TOO_LARGE, str(error).encode()
    except Unusable as error:
        return UNUSABLE, str(error).encode(errors="replace")


if __name__ == "__main__":
    main()
