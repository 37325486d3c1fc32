"""The names of streams, by kind.

A game's stream is `g/<game id>`, a match's `m/<match code>`, a competition's `c/<competition
code>`, a case's `k/<case id>`, and a person's `p/<number>`.
"""

GAMES = "g/"
MATCHES = "m/"
COMPETITIONS = "c/"
CASES = "k/"
PEOPLE = "p/"
SIGN_UPS = "s/"
"""The prefix of a sign-up's deadlines; it has no log."""
REQUESTS = "r/"
"""The prefix of the deadline of a request that groups show; it has no log."""
WRITTEN = "w/"
"""The prefix of the deadlines of a move that is written but not sent; it has no log."""

NO_HASH = "0" * 64
"""The hash before the first event of a stream."""


def game_stream(game: str) -> str:
    """Return the stream of a game's events."""
    return GAMES + game


def match_stream(match: str) -> str:
    """Return the stream of a match's events."""
    return MATCHES + match


def competition_stream(competition: str) -> str:
    """Return the stream of a competition's events."""
    return COMPETITIONS + competition


def case_stream(case: str) -> str:
    """Return the stream of a case's events."""
    return CASES + case


def person_stream(person: int) -> str:
    """Return the stream of a person's events."""
    return f"{PEOPLE}{person}"


def sign_up_stream(competition: str) -> str:
    """Return the name under which the deadline of a competition's sign-up is stored."""
    return SIGN_UPS + competition


def request_stream(token: str) -> str:
    """Return the name under which the deadline of a posted request is stored."""
    return REQUESTS + token


def written_stream(token: str) -> str:
    """Return the name under which the deadlines of the preview of that token are stored."""
    return WRITTEN + token


def name_of(stream: str) -> str:
    """Return what follows the prefix: an id, a code, or a person's number."""
    return stream.partition("/")[2]
