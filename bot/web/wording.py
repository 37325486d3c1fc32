"""The sentences of the Mini App's page: they come with the session, in the person's language.

What the page alone knows stands in them as a name in braces, to be filled in there; of a unit all
forms go along, to be chosen there.
"""

from typing import TYPE_CHECKING, Final

from bot.texts.messages import Text, say

if TYPE_CHECKING:
    from bot.texts.i18n import Catalogue

_UNITS: Final = ("days", "points")
_TEXTS: Final[tuple[Text, ...]] = (
    say("button.board.back"),
    say("button.board.cancel"),
    say("button.board.clear"),
    say("button.board.delete"),
    say("button.board.pass"),
    say("button.board.send"),
    say("button.board.send_pass"),
    say("button.board.send_points", points="{points}"),
    say("button.board.shuffle"),
    say("button.board.zoom"),
    say("button.line.add"),
    say("button.line.add_first"),
    say("button.line.back"),
    say("button.line.compare"),
    say("button.line.done"),
    say("button.line.keep"),
    say("button.line_clear"),
    say("button.line_condition"),
    say("page.across"),
    say("page.board"),
    say("page.cap", points="{points}"),
    say("page.choose_square"),
    say("page.compare_is"),
    say("page.compare_with", number="{number}", move="{move}"),
    say("page.counted", points="{points}"),
    say("page.days"),
    say("page.days_left", days="{days}"),
    say("page.days_over", days="{days}"),
    say("page.down"),
    say("page.empty"),
    say("page.ended"),
    say("page.game_after"),
    say("page.game_before"),
    say("page.hand"),
    say("page.has_passed", name="{name}"),
    say("page.has_placed", name="{name}", placement="{placement}", points="{points}"),
    say("page.held"),
    say("page.in_all"),
    say("page.invalid"),
    say("page.joker"),
    say("page.joker_which"),
    say("page.left", n="{n}"),
    say("page.line_capped", points="{points}", counted="{counted}"),
    say("page.line_conditional", line="{line}"),
    say("page.line_hands", own="{own}", theirs="{theirs}"),
    say("page.line_left", leaves="{leaves}", takes="{takes}"),
    say("page.line_name"),
    say("page.line_next", name="{name}"),
    say("page.line_note"),
    say("page.line_over"),
    say("page.line_score", own="{own}", theirs="{theirs}", lead="{lead}"),
    say("page.line_wrong", words="{words}"),
    say("page.lines_gone", n="{n}"),
    say("page.moved_on"),
    say("page.no_games"),
    say("page.no_placements"),
    say("page.not_sent"),
    say("page.notebook_private"),
    say("page.offline"),
    say("page.one_line"),
    say("page.partners_letters"),
    say("page.partners_turn", day="{day}"),
    say("page.parts"),
    say("page.pass_is"),
    say("page.placement"),
    say("page.plan"),
    say("page.player"),
    say("page.points"),
    say("page.premium_l2"),
    say("page.premium_l3"),
    say("page.premium_w2"),
    say("page.premium_w3"),
    say("page.rack"),
    say("page.received"),
    say("page.round"),
    say("page.sent"),
    say("page.sequence_is"),
    say("page.sheet"),
    say("page.tab_board"),
    say("page.tab_notebook"),
    say("page.tab_sequence"),
    say("page.tab_sheet"),
    say("page.tab_time"),
    say("page.takes", letters="{letters}"),
    say("page.time"),
    say("page.type_letters"),
    say("page.typed"),
    say("page.unsent"),
    say("page.valid"),
    say("page.waits"),
    say("page.your_turn", day="{day}"),
    say("page.yours_next"),
)


def page_texts(words: "Catalogue") -> dict[str, str | list[str]]:
    """Return each sentence by its key, and each unit's forms in the order of the catalogue."""
    said: dict[str, str | list[str]] = {each.key: words.plain(each) for each in _TEXTS}
    return said | {f"unit.{each}": list(words.entries[f"unit.{each}"]) for each in _UNITS}
