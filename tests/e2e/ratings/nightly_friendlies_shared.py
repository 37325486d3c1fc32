"""What `test_nightly_friendlies` and other tests share."""

from tests.e2e.harness import Pair


async def played(pair: Pair) -> None:
    """Play a single game to its end: Red plays a word, and then both pass."""
    await pair.place(pair.red, "H8 CASA")
    for user in (pair.blue, pair.red, pair.blue, pair.red):
        await pair.place(user, "PAS")
