"""The buttons of the bot, each tied to the acts of the random histories that it performs.

A button without a word decides nothing about a game, a match or a championship: it shows, asks, or
changes only the person's own settings.
"""

from collections.abc import Mapping
from typing import Final

_CHANNEL = ("ChannelProposed", "ChannelSet")
_CLAIM = ("ClaimFiled", "CommentGiven", "PartnerTold")
_MOVE = ("Place", "Pass")
_QUERY = ("WordAsked", "WordQueried", "CaseWithdrawn")
_READS = ()
_RULED = ("CaseRuled",)

BUTTONS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(
        (
            *(
                "an",
                "apart",
                "arch",
                "archg",
                "as",
                "because",
                "c",
                "cal",
                "card",
                "cnis",
                "copies",
            ),
            *(
                "copies",
                "drop",
                "enter",
                "find",
                "for",
                "gag",
                "gal",
                "games",
                "grp",
                "help",
                "hom",
            ),
            *("homc", "hompage", "hush", "k", "keep", "lang", "letter", "line", "list", "matches"),
            *("mydata", "myrating", "name", "nb", "next", "note", "noreason", "office", "offvol"),
            *("other", "page", "pick", "rat", "reg", "remark", "report", "reqs", "resc", "rule"),
            *("set", "show", "std", "undecide", "verdict", "verify", "who", "would", "write"),
        ),
        _READS,
    ),
    "again": ("MatchArranged",),
    "ask": _QUERY,
    "askc": ("WordAsked",),
    "asplayed": ("as_played",),
    "back": ("AcceptPlacement", "ReturnPlacement"),
    "bulk": ("FindingPutOff", "no_show", "abandoned"),
    "chleave": ("MatchLeaveWithdrawn", "MatchLeaveAnnounced"),
    "cl": _CLAIM,
    "claim": _CLAIM,
    "close": ("closed",),
    "close1": ("closed",),
    "cn": ("CompetitionCreated",),
    "cond": (),
    "decide": _RULED,
    "ent": _MOVE,
    "entok": _MOVE,
    "ext": ("extension",),
    "forget": ("PlayerForgotten", "PersonForgotten"),
    "give": ("extension",),
    "hand": ("MatchHandedOver",),
    "homall": ("ResultsHomologated", "ResultHomologated"),
    "import": ("MatchArranged",),
    "int": ("AnswerInterruption",),
    "join": ("PlayerJoined", "PlaceClaimed"),
    "lateret": ("LateReturnConfirmed",),
    "leave": ("MatchLeaveAnnounced", "AnnounceLeave", "PlayerLeaveAnnounced"),
    "means": _CHANNEL,
    "meci": ("MatchArranged",),
    "mesa": ("FindingPutOff", "LetterRead"),
    "offer": ("ProposeInterruption",),
    "onclock": ("LoseOnTime",),
    "outage": ("TimeGranted",),
    "own": ("CoefficientsProposed", "ProposalTakenOver"),
    "pass": ("Pass",),
    "person": ("no_show", "exclusion", "FindingPutOff", "PlayerRetired"),
    "places": ("PlaceFreed", "MatchCancelled"),
    "play": ("MatchArranged",),
    "quit": ("Resign",),
    "req": ("MatchArranged",),
    "res": ("ResultsConfirmed", "ResultsObjected"),
    "ret": ("ReturnRequested",),
    "retire": ("PlayerRetired", "Resign"),
    "send": _MOVE,
    "sheet": _MOVE,
    "stare": ("StateAsked", "StateTold"),
    "state": ("StateDeclared",),
    "su": ("PlayerEntered",),
    "swleave": ("MatchLeaveWithdrawn", "MatchLeaveAnnounced"),
    "takearb": ("ArbiterVolunteered",),
    "time": ("lost_on_time", "both_lost_on_time"),
    "train": ("MatchArranged",),
    "undo": _MOVE,
    "unleave": ("MatchLeaveWithdrawn", "WithdrawLeave", "PlayerLeaveWithdrawn"),
    "wantarb": ("ArbiterRequested",),
    "word": ("word_valid", "word_invalid"),
    "writer": ("WriterAllowed", "WriterWithdrawn"),
}
"""By the verb of a button (`bot.chat.routes`)."""
STEPS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(
        (
            *("add", "card", "drawn", "inv", "lall", "lcol", "lcols", "lhead", "link", "lists"),
            *("lno", "minor", "name", "p", "players", "plan", "pub", "publish", "res", "same"),
            *("series", "su", "sub", "sul", "sun", "suo", "sup", "sus", "sut", "suy"),
        ),
        _READS,
    ),
    "adv": ("PhasePlanned",),
    "advance": ("PlayersAdvanced",),
    "again": ("PlayersAdvanced", "PlayerWithdrawn"),
    "annul": ("DrawAnnulled",),
    "arb": ("ArbitersChanged",),
    "close": ("CompetitionClosed",),
    "commit": ("SequencesCommitted",),
    "dates": ("PhasePlanned",),
    "draw": ("GroupsDrawn",),
    "enter": ("PlayerEntered",),
    "fill": ("PlaceFilled",),
    "free": ("PlaceVacated",),
    "list": ("MatchesListed",),
    "main": ("ArbitersChanged",),
    "off": ("ArbitersChanged",),
    "on": ("ArbitersChanged",),
    "out": ("PlayerRetired", "PlayerWithdrawn"),
    "rep": ("PlayerReplaced",),
    "start": ("PhaseStarted",),
    "sux": ("PlayerEntered",),
    "today": ("PhasePlanned",),
    "wd": ("PlayerWithdrawn",),
}
"""By the step of a button on the card of a competition (`bot.chat.competitions.championship`)."""
DECISIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "call_off": ("MatchCancelled",),
    "closing": ("closed",),
    "extension": ("extension",),
    "free": ("PlaceFreed", "PlaceVacated"),
    "means": ("ChannelSet",),
    "outage": ("TimeGranted",),
    "outage_undo": ("TimeGranted",),
    "own": ("ProposalTakenOver",),
    "person": ("no_show", "PlayerRetired", "FindingPutOff"),
    "ruling": _RULED,
    "silences": ("FindingPutOff",),
    "verdict": ("no_show", "abandoned", "lost_on_time", "GameReopened"),
    "writer": ("WriterAllowed", "WriterWithdrawn"),
}
"""By the kind of an arbiter's decision (`bot.service.decision_kinds`)."""
