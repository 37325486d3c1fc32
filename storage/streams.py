"""Which streams there are, and which events each may hold.

A game's events lie in the stream `g/<game id>`, a match's in `m/<match code>`, a competition's in
`c/<competition code>`, a case's in `k/<case id>`, and what happened to a person in `p/<number>`.
A changed shape of an event gets its new version and its upcaster here.
"""

from engine.cases.events import CASE_EVENTS
from engine.competitions.events import COMPETITION_EVENTS
from engine.games.events import EVENTS
from engine.matches.events import MATCH_EVENTS
from engine.person_events import PERSON_EVENTS
from storage.codec import Codec

GAMES = "g/"
MATCHES = "m/"
COMPETITIONS = "c/"
CASES = "k/"
PEOPLE = "p/"

CODECS = {
    GAMES: Codec(registry=EVENTS),
    MATCHES: Codec(registry=MATCH_EVENTS),
    COMPETITIONS: Codec(registry=COMPETITION_EVENTS),
    CASES: Codec(registry=CASE_EVENTS),
    PEOPLE: Codec(registry=PERSON_EVENTS),
}
"""Prefix of a stream → the codec of its events."""


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
    """Return the stream of what happened to a person."""
    return f"{PEOPLE}{person}"


def name_of(stream: str) -> str:
    """Return the game's or case's id, or the match's or competition's code, of the stream."""
    return stream.partition("/")[2]


def codec_of(stream: str) -> Codec:
    """Return the codec of the stream's events.

    Raises:
        KeyError: there is no such kind of stream.
    """
    kind, slash, _ = stream.partition("/")
    return CODECS[kind + slash]
