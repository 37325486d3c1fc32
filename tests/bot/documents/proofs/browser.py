"""The browser's program, run by Node: its answers and its cost."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from bot.documents.proofs.scripts import script

NODE: Final = Path(sys.prefix) / "bin" / "node"


def run(code: str, given: object = None) -> Any:
    """Return the value of the code after the whole program; `given` is its input.

    The code is the body of a function.
    """
    program = f"{script().decode()}\nconst given = {json.dumps(given)};\n"
    answer = f"process.stdout.write(JSON.stringify((() => {{ {code} }})()));"
    done = subprocess.run(
        [NODE, "-"], input=program + answer, capture_output=True, check=False, text=True
    )
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)
