"""Word look-ups: the edition's memory-mapped trie, compared with a set of the same words.

`python -m benchmarks lexicon`. Half of the words looked up are in the list; half differ from
one by a letter. Memory is the growth of a fresh process that opens the list and looks up all words.
"""

import random
import subprocess
import sys
from collections.abc import Callable, Container
from time import process_time

from benchmarks.support.rows import FigureRow, show
from engine.words.lexicon import open_lexicon

ASKED = 200_000
ROUNDS = 5
_GROWTH = """
from pathlib import Path
from engine.words.lexicon import open_lexicon
import random

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

before = resident()
{work}
print((resident() - before) / 1e6)
"""
_ASK = (
    "random.seed(1); [''.join(random.choices('AEIORSTNLC', k=6)) in words for _ in range(200_000)]"
)
_TRIE = f"words = open_lexicon(); {_ASK}"
_SET = f"words = frozenset(open_lexicon()); {_ASK}"
_GRAPH = "words = open_lexicon().graph"


def run() -> list[FigureRow]:
    """Measure and return the rows; ratios are of figures from the same run."""
    lexicon = open_lexicon()
    words = frozenset(lexicon)
    asked = _questions(sorted(words))
    by_trie, by_set = _rate(asked, lexicon), _rate(asked, words)
    trie, whole, graph = _growth(_TRIE), _growth(_SET), _growth(_GRAPH)
    opening = min(_seconds(open_lexicon) for _ in range(ROUNDS))
    return [
        FigureRow("word list, opened", opening * 1000, "ms", note="its file's hash checked"),
        FigureRow("look-ups in the word list", by_trie, "/s", note="half of them one letter off"),
        FigureRow("look-ups in a set", by_set, "/s", note=f"{by_set / by_trie:.1f} times as fast"),
        FigureRow("memory, word list", trie, "MB"),
        FigureRow("memory, set", whole, "MB", note=f"{whole / trie:.0f} times as much"),
        FigureRow("memory, word graph", graph, "MB", note="only where placements are searched"),
    ]


def _questions(words: list[str]) -> list[str]:
    chance = random.Random(1)
    there = chance.sample(words, ASKED // 2)
    near = [word[:-1] + chance.choice("AEIORST") for word in chance.sample(words, ASKED // 2)]
    asked = there + near
    chance.shuffle(asked)
    return asked


def _rate(asked: list[str], words: Container[str]) -> float:
    return len(asked) / min(
        _seconds(lambda: [word in words for word in asked]) for _ in range(ROUNDS)
    )


def _growth(work: str) -> float:
    """Return the growth of a fresh process in MB (Linux)."""
    code = _GROWTH.format(work=work)
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return float(done.stdout)


def _seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


if __name__ == "__main__":
    sys.exit(not show(run()))
