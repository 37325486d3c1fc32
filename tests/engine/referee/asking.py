"""Random histories: refused words that players ask the arbiter about, and the answers (5.3)."""

from dataclasses import dataclass

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from engine.cases.case import Case
from engine.ids import Leg
from tests.engine.referee.histories import Histories
from tests.engine.referee.played import legs
from tests.engine.referee.sheet import Asked


@dataclass
class Question:
    """A question in the program and in the reference."""

    case: Case
    asked: Asked
    answered: bool = False


class Asking(Histories):
    """A match in which players also ask about refused words."""

    def __init__(self) -> None:
        """Start without a question."""
        super().__init__()
        self.questions: dict[Leg, Question] = {}
        self.admitted: dict[Leg, Question] = {}
        """The last question of each game whose words were found valid."""

    @rule(leg=legs, tiles=st.integers(2, 7))
    def asks_of_word(self, leg: Leg, tiles: int) -> None:
        """Ask the arbiter about the words of a move, which waits for the answer."""
        leg = self._of(leg)
        sheet = self._played(leg)
        if sheet is None or sheet.waits or not self._is_there(leg, sheet.turn):
            return
        command = self.program.placeable(leg, tiles)
        if command is not None:
            case = self.program.asks_word(leg, command)
            self.questions[leg] = Question(case, sheet.asks(self.today))

    @precondition(lambda self: self.questions)
    @rule(last=st.booleans(), upheld=st.booleans())
    def answers_word(self, last: bool, upheld: bool) -> None:
        """Answer the question that the game waits for, or change an earlier answer."""
        leg = list(self.questions)[-last]
        sheet, question = self.pair.sheets[leg], self.questions[leg]
        waits = sheet.asked is not None
        if waits is question.answered:  # only a changed answer is possible afterwards
            return
        place = len(question.asked.moves)
        if not waits and (not upheld or sheet.moves[:place] != question.asked.moves):
            return
        if not self.program.answers_word(leg, question.case, upheld=upheld):
            assert self.pair.stays_over(leg)
            return
        question.answered = True
        if not upheld:
            sheet.not_upheld()
            self._looks_at_clocks()  # now the days of waiting count
            return
        self.admitted[leg] = self.questions.pop(leg)
        sheet.upheld(self.today, question.asked, self._made(leg))
        if sheet.ended is None:
            self.pair.goes_on(leg, self.today)

    @precondition(lambda self: self.admitted)
    @rule(last=st.booleans())
    def finds_word_wrong_after_all(self, last: bool) -> None:
        """Rule that accepted words are invalid, so that the days of waiting are used (art. 5.3)."""
        leg = list(self.admitted)[-last]
        sheet, question = self.pair.sheets[leg], self.admitted.pop(leg)
        place = len(question.asked.moves)
        placed = question.case.placed
        if place >= len(sheet.moves) or sheet.moves[place].at != placed:
            return
        if not self.program.answers_word(leg, question.case, upheld=False):
            assert self.pair.stays_over(leg)
            return
        sheet.annulled(self.today, place, charged=place == len(sheet.moves) - 1, words=True)
        if sheet.ended is None:
            self.pair.goes_on(leg, self.today)

    @rule(leg=legs, days=st.integers(1, 9), more=st.integers(0, 5))
    def asks_and_hears_both(self, leg: Leg, days: int, more: int) -> None:
        """Ask about words that the arbiter first accepts and days later rejects (art. 5.3)."""
        leg = self._of(leg)
        self.asks_of_word(leg=leg, tiles=4)
        sheet, question = self.pair.sheets[leg], self.questions.get(leg)
        if question is None or question.answered or sheet.asked is None:
            return
        self.waits(days=days)
        self.questions[leg] = self.questions.pop(leg)
        self.answers_word(last=True, upheld=True)
        self.waits(days=more)
        if leg in self.admitted:
            self.admitted[leg] = self.admitted.pop(leg)
            self.finds_word_wrong_after_all(last=True)

    @rule(leg=legs, days=st.integers(2, 9), upheld=st.booleans())
    def waits_through_an_outage(self, leg: Leg, days: int, upheld: bool) -> None:
        """Ask about a word, and hear the answer after the days of an outage were given back."""
        leg = self._of(leg)
        self.asks_of_word(leg=leg, tiles=4)
        sheet, question = self.pair.sheets[leg], self.questions.get(leg)
        if question is None or question.answered or sheet.asked is None:
            return
        self.waits(days=days)
        self.makes_good(leg=leg, seat=sheet.turn, ago=days, days=days)
        self.questions[leg] = self.questions.pop(leg)
        self.answers_word(last=True, upheld=upheld)
