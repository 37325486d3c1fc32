"""Make simulated players use the simple search; import this module first.

The compiled search has a library and memory of its own, which would count as the bot's; the running
bot never loads it.
"""

import sys

sys.modules["wasmtime"] = None  # type: ignore[assignment]  # so Python says: it is not installed
