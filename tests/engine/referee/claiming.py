"""Random histories: claims about words and conduct, and the rulings (art. 5.3, 10.3)."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from engine.cases.case import Case
from engine.cases.events import ClaimKind, Ruling, RulingKind
from engine.ids import Leg, Seat
from tests.engine.referee.asking import Asking
from tests.engine.referee.played import legs, seats
from tests.engine.referee.sheet import Sheet

ANSWERS = ("again", "valid", "invalid", "stands")
"""The possible rulings on words.

`again`: the words are valid and the move is restored. `stands`: the move stays in any case.
"""
MEASURES = ("0.1", "0.5", "warning", "rejected", "loss")
"""The possible rulings on conduct; a number is a penalty in points."""


@dataclass
class Dispute:
    """A claim in the program, and the move in the reference that it concerns."""

    leg: Leg
    case: Case
    at: datetime
    """The instant of the move."""


@dataclass
class Conduct:
    """A claim about a player's conduct."""

    leg: Leg
    case: Case
    against: Seat


class Claiming(Asking):
    """A match in which players also file claims, and the arbiter rules, perhaps several times."""

    def __init__(self) -> None:
        """Start without a claim."""
        super().__init__()
        self.disputes: list[Dispute] = []
        self.conduct: list[Conduct] = []

    def opens(self, opening: str) -> None:
        """Perform a rare series of actions at the start, where it is always possible."""
        if opening in {"accepted", "returned"}:
            self.judges_and_claims(leg=Leg.HOME, accepts=opening == "accepted", answer="valid")
        elif opening == "ruled twice":
            self.rules_again_on_conduct(leg=Leg.HOME, seat=Seat.RED, first="0.5", then="warning")
        elif opening == "both out":
            self.excludes_both(seat=Seat.RED)

    @rule(leg=legs, back=st.integers(1, 4), taken_back=st.booleans())
    def claims_word(self, leg: Leg, back: int, taken_back: bool) -> None:
        """Claim that a word is invalid, in a move on the board or in one that was taken back."""
        leg = self._of(leg)
        sheet = self.pair.sheets[leg]
        copy = sheet.copies[-1] if sheet.copies else None
        moves = sheet.moves[-back:] if not taken_back else copy.moves[copy.keep :] if copy else ()
        placements = [move for move in moves if not move.is_pass]
        if placements:
            case = self.program.claims_word(leg, placements[0].at)
            self.disputes.append(Dispute(leg, case, placements[0].at))

    @precondition(lambda self: self.disputes)
    @rule(last=st.booleans(), answer=st.sampled_from(ANSWERS), more=st.booleans())
    def rules_on_word(self, last: bool, answer: str, more: bool) -> None:
        """Rule on such a claim, for the first time or again.

        `more`: moves that followed a restored move are restored too.
        """
        dispute = self.disputes[-last]
        leg, sheet = dispute.leg, self.pair.sheets[dispute.leg]
        offered = self.program.answers_to(leg, dispute.case)
        assert _answers(sheet, dispute.at) == {_kind(one) for one in offered}
        found = [one for one in offered if _kind(one) == answer]
        is_idle = not any(dispute.at in {one.at for one in copy.moves} for copy in sheet.copies)
        if not found or (answer == "again" and is_idle):  # a lifted annulment dropped the move
            return
        ruling = found[0] if more else found[-1]
        if dispute.case.ruled is not None and dispute.case.ruled.ruling == ruling:
            return
        if not self.program.makes(leg, ruling):
            assert self.pair.stays_over(leg)
            return
        dispute.case = self.program.ruled_on(dispute.case, ruling)
        if ruling.move is None:
            sheet.off |= {dispute.at} if answer == "invalid" else set()
            return
        if answer == "invalid":
            last = ruling.move == len(sheet.moves) - 1
            sheet.annulled(self.today, ruling.move, charged=last, words=True)
        else:
            sheet.put_back(self.today, dispute.at, ruling.number or 0)
        if sheet.ended is None:
            self.pair.goes_on(leg, self.today)

    @rule(leg=legs, seat=seats)
    def claims_conduct(self, leg: Leg, seat: Seat) -> None:
        """File a claim about a player's conduct."""
        leg = self._of(leg)
        self.conduct.append(Conduct(leg, self.program.claims(leg, seat, ClaimKind.CONDUCT), seat))

    @precondition(lambda self: self.conduct)
    @rule(last=st.booleans(), measure=st.sampled_from(MEASURES))
    def rules_on_conduct(self, last: bool, measure: str) -> None:
        """Rule on such a claim; a new ruling replaces the case's earlier one (art. 10.3)."""
        claim = self.conduct[-last]
        sheet = self.pair.sheets[claim.leg]
        person = self.pair.people[claim.leg][claim.against is Seat.BLUE]
        is_penalty = measure[0].isdigit()
        kind = RulingKind.PENALTY if is_penalty else RulingKind(measure)
        points = Decimal(measure) if is_penalty else None
        seat = None if kind is RulingKind.REJECTED else claim.against
        ruling = Ruling(kind=kind, seat=seat, penalty=points)
        so_already = claim.case.ruled is not None and claim.case.ruled.ruling == ruling
        lost = sheet.ended is not None and (sheet.ended.how, sheet.ended.by) == (
            "forfeited",
            claim.against,
        )
        may = not so_already and not (kind is RulingKind.LOSS and lost)
        own = [one for one in sheet.endings if one.case == claim.case.id]
        if own and not self.pair.may_lose_its_end(claim.leg, own.__contains__):
            may = False
        assert self.program.may_make(claim.leg, claim.case, ruling) is may
        if not may:
            return
        assert self.program.makes(claim.leg, ruling, claim.case.id)
        claim.case = self.program.ruled_on(claim.case, ruling)
        self.pair.penalties[person, claim.leg, claim.case.id] = points or Decimal(0)
        if own:
            gone = self.pair.loses_its_end(claim.leg, own.__contains__)
            sheet.lifts(gone, self.today)
            if sheet.ended is None:
                self.pair.goes_on(claim.leg, self.today)
        if kind is RulingKind.LOSS:
            sheet.closes("forfeited", claim.against, self.today, case=claim.case.id)

    @rule(leg=legs, seat=seats, first=st.sampled_from(MEASURES), then=st.sampled_from(MEASURES))
    def rules_again_on_conduct(self, leg: Leg, seat: Seat, first: str, then: str) -> None:
        """Rule twice in one case of conduct, and end the game so that it has figures (10.3)."""
        leg = self._of(leg)
        self.claims_conduct(leg=leg, seat=seat)
        self.rules_on_conduct(last=True, measure=first)
        self.rules_on_conduct(last=True, measure=then)
        if self._running(leg) is not None:
            self.ends(leg=leg, seat=seat.partner, words="resigns")

    @rule(leg=legs, accepts=st.booleans(), answer=st.sampled_from(ANSWERS))
    def judges_and_claims(self, leg: Leg, accepts: bool, answer: str) -> None:
        """Accept or send back a new move, and still file a claim about its words (5.2, 5.3).

        A move that was sent back cannot be made again unchanged.
        """
        leg = self._of(leg)
        self.moves(leg=leg, tiles=4)
        self.judges(leg=leg, accepts=accepts)
        if self._played(leg) is not None:
            assert not self.program.sends_again(leg)
        self.claims_word(leg=leg, back=1, taken_back=not accepts)
        if self.disputes:
            self.rules_on_word(last=True, answer=answer, more=False)


def _answers(sheet: Sheet, at: datetime) -> set[str]:
    """Return the possible rulings on the words of the move at that instant (art. 5.2, 5.3)."""
    standing = [move.at for move in sheet.moves]
    if at not in standing:
        return {"again", "valid", "invalid"}
    if at in sheet.agreed:
        return {"valid", "stands"}
    return {"valid", "invalid"} | ({"stands"} if standing[-1] != at else set())


def _kind(ruling: Ruling) -> str:
    """Return the name of a ruling on words."""
    if ruling.kind is RulingKind.WORD_VALID:
        return "valid" if ruling.move is None else "again"
    return "stands" if ruling.kind is RulingKind.WORD_ACCEPTED else "invalid"
