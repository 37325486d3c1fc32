"""The process that re-encodes pictures: one after the other, until its input ends.

A picture arrives in pieces, each after its length (four bytes); an empty piece ends it. The answer
is a byte for the result, a length, and the re-encoded picture or the reason for the refusal. The
process has limits on memory and time, and runs at low priority.
"""

import io
import os
import resource
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from bot.documents.image_sanitiser.reencoding import reencoded
from bot.documents.image_sanitiser.wire import LENGTH, MADE, TOO_LARGE, UNUSABLE, TooLarge, Unusable

SECONDS: Final = 15
"""Limit per picture. After it the process ends, even if the bot is gone and cannot end it."""
MEMORY: Final = 192 << 20
"""Bytes of address space: the interpreter, the library, a picture and its decoded pixels."""
_NICENESS: Final = 10


def main() -> None:
    """Re-encode every picture that arrives on standard input."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.nice(_NICENESS)
    with suppress(OSError):  # If memory runs out, the kernel should end this process, not the bot
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
        del file, content  # before the next picture needs their memory


def _outcome(file: io.BytesIO) -> tuple[bytes, bytes]:
    """Return the first byte of the answer, and the re-encoded picture or the refusal's reason."""
    try:
        return MADE, reencoded(file)
    except TooLarge as error:
        return TOO_LARGE, str(error).encode()
    except Unusable as error:
        return UNUSABLE, str(error).encode(errors="replace")


if __name__ == "__main__":
    main()
