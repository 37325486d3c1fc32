"""Imported first: people find their placements by the plain search.

The compiled one comes with a library and a memory of its own, which would count as the bot's; the
bot that plays never loads it.
"""

import sys

sys.modules["wasmtime"] = None  # type: ignore[assignment]  # so Python says: it is not installed
