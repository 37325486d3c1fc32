"""What verifying costs the reader's browser. Run: python -m benchmarks.bench_verify.

The program that the pages carry is run by Node, whose engine is Chromium's; the figures are its
processor's time. The first draw counts the patterns; those after it use the count.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

from benchmarks.rows import Row, show
from bot.documents.proofs.proof import rules_of, tiles_of
from bot.documents.proofs.scripts import script
from engine.rulesets import NATIONAL_2025

NODE: Final = Path(sys.prefix) / "bin" / "node"
DRAWS: Final = 500
ROWS: Final = 2_000
CODE: Final = """
const { rules, tiles, draws, rows } = given;
const spent = (work) => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
const first = spent(() => drawn("00".repeat(32), rules, tiles));
const next = spent(() => {
  for (let n = 0; n < draws; n += 1) drawn(hashOf(`draw ${n}`), rules, tiles);
});
const chain = [];
for (let seq = 1, previous = NO_HASH; seq <= rows; seq += 1) {
  const row = { stream: "g/K7QF/1", seq, name: "game.placement", version: 1, previous };
  row.at = "2025-05-03T08:00:00.000000+00:00";
  row.payload = JSON.stringify({ word: "ȘEDINȚĂ".repeat(50), seq });
  row.hash = previous = linkOf(row);
  chain.push(row);
}
const links = spent(() => brokenLink(chain));
process.stdout.write(JSON.stringify({ first, next: next / draws, link: links / rows }));
"""


def run() -> list[Row]:
    """Measure and return the rows."""
    given = {
        "rules": rules_of(NATIONAL_2025),
        "tiles": tiles_of(NATIONAL_2025.tile_set),
        "draws": DRAWS,
        "rows": ROWS,
    }
    program = f"{script().decode()}\nconst given = {json.dumps(given)};\n{CODE}"
    done = subprocess.run([NODE, "-"], input=program, capture_output=True, check=True, text=True)
    found = json.loads(done.stdout)
    return [
        Row("draw in the browser: the first", found["first"], "ms", 400, "it counts the patterns"),
        Row("draw in the browser: the next", found["next"], "ms", 2, f"mean of {DRAWS}"),
        Row("a row of an exported log", found["link"], "ms", note="some 400 bytes each"),
        Row("the program", len(script()) / 1000, "kB", note="before it is compressed"),
    ]


if __name__ == "__main__":
    sys.exit(not show(run()))
