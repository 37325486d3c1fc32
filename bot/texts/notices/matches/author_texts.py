"""Texts about the author of a request: rating and punctuality."""

from dataclasses import dataclass

from bot.texts.messages import Text, say
from engine.matches.punctuality import Punctuality


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRating:
    """A person's rating beside their name."""

    rating: int
    is_provisional: bool


def rating_text(shown: ShownRating | None) -> Text | None:
    """Return an author's rating, marked while provisional; None without one."""
    if shown is None:
        return None
    key = "requests.rating_provisional" if shown.is_provisional else "requests.rating"
    return Text(key, {"rating": shown.rating})


def own_rating_text(shown: ShownRating) -> Text:
    """Return the reader's own rating, marked while provisional."""
    key = "requests.own_rating_provisional" if shown.is_provisional else "requests.own_rating"
    return Text(key, {"rating": shown.rating})


def punctual_text(punctuality: Punctuality) -> Text:
    """Return how fast an author of requests usually moves, and the games they lost on time."""
    if punctuality.days is None:
        usual = say("requests.punctual_new")
    elif punctuality.days:
        usual = say("requests.punctual_days", days=punctuality.days)
    else:
        usual = say("requests.punctual_same_day")
    lost = say("requests.punctual_lost", n=punctuality.lost) if punctuality.lost else None
    return say("requests.punctual", usual=usual, lost=lost)
