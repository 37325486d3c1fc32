"""The score of a game in a sentence."""

from bot.texts.messages import Text, say


def score_text(scores: tuple[int, int] | None) -> Text:
    """Return Red's and Blue's points, or that the result brought in does not state them."""
    if scores is None:
        return say("score.unstated")
    red, blue = scores
    return say("score.stated", red_score=red, blue_score=blue)
