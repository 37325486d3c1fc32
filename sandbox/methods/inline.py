"""Inline mode: the results that the bot offers to a person who types its name in any chat."""

from sandbox.buttons import Keyboard
from sandbox.call import Call
from sandbox.errors import bad_request
from sandbox.methods import common
from sandbox.questions import OfferedResult
from sandbox.world import World

MOST_RESULTS = 50
"""The most results of one answer."""
LONGEST_ID = 64
"""The most bytes of a result's id."""


def answer_inline_query(world: World, call: Call) -> object:
    """Offer results for the chat; the sandbox shows only text articles."""
    question = world.questions.get(call.text("inline_query_id"))
    if question is None or question.too_old(world.clock.now()):
        raise bad_request("query is too old and response timeout expired or query ID is invalid")
    results = call.items("results")
    ids = [str(result.get("id", "")) for result in results]
    if len(results) > MOST_RESULTS:
        raise bad_request("RESULTS_TOO_MUCH")
    are_distinct = len(set(ids)) == len(ids)
    have_length = all(1 <= len(result_id.encode()) <= LONGEST_ID for result_id in ids)
    if not (are_distinct and have_length):
        raise bad_request("RESULT_ID_INVALID")
    question.offered = tuple(_offered(result) for result in results)
    question.answered = True
    world.changed()
    return True


def _offered(result: dict[str, object]) -> OfferedResult:
    """Return one `InlineQueryResultArticle`, or refuse it (400) with Telegram's reason."""
    content = result.get("input_message_content")
    if result.get("type") != "article" or not isinstance(content, dict):
        raise bad_request("can't parse inline query result: only articles are known here")
    if not str(result.get("title", "")).strip():
        raise bad_request("ARTICLE_TITLE_EMPTY")
    body = common.formatted(
        str(content.get("message_text", "")),
        str(content.get("parse_mode", "")),
        [],
    )
    if not body.text:
        raise bad_request("message text is empty")
    return OfferedResult(
        id=str(result["id"]),
        title=str(result["title"]),
        note=str(result.get("description", "")),
        body=body,
        keyboard=_keyboard(result.get("reply_markup")),
    )


def _keyboard(markup: object) -> Keyboard:
    return common.buttons_of(markup if isinstance(markup, dict) else {})


METHODS = {"answerInlineQuery": answer_inline_query}
