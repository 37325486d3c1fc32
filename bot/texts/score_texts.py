"""The score of a game in a sentence."""

from bot.texts.messages import Text, say


def score_text(scores: tuple[int, int] | None, *, is_spaced: bool = False) -> Text:
    """Return Red's and Blue's points, or that the result brought in does not state them.

    `is_spaced` is for a score between two names.
    """
    if scores is None:
        return say("score.unstated")
    red, blue = scores
    if is_spaced:
        return say("score.spaced", red_score=red, blue_score=blue)
    return say("score.stated", red_score=red, blue_score=blue)
