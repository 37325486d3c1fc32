"""The sheets' labels in both languages, from the catalogues."""

from collections.abc import Iterator, Mapping

RO = {
    "sheet.competition": "Fișă de concurs",
    "sheet.time": "Fișă timp gândire",
    "sheet.start": "Data începerii",
    "sheet.arbiter": "Arbitru",
    "sheet.arbiters": "Arbitri",
    "sheet.word_list": "Lista de cuvinte",
    "sheet.not_official": "nu este lista oficială",
    "sheet.means": "Legătura",
    "sheet.version": "versiunea",
    "sheet.red": "ROȘU",
    "sheet.blue": "ALBASTRU",
    "sheet.to_move": "la depunere",
    "sheet.last": "Ultima depunere",
    "sheet.sequence": "Șirul de litere",
    "sheet.left_in_sequence": "rămase:",
    "sheet.round": "Tur",
    "sheet.position": "Poziția",
    "sheet.word": "Cuvinte",
    "sheet.score": "Puncte",
    "sheet.total": "Total",
    "sheet.pass": "PAS",
    "sheet.final": "Scor final",
    "sheet.capped_note": (
        "În paranteză, punctele realizate; lângă ea, cele care contează (art. 1.4)."
    ),
    "sheet.joker_note": "Litera mică este un joker (art. 4.2).",
    "sheet.triple_word": "3C",
    "sheet.double_word": "2C",
    "sheet.triple_letter": "3L",
    "sheet.double_letter": "2L",
    "sheet.next": "Urmează",
    "sheet.plan": "PLAN · nu s-a jucat",
    "sheet.days": "Zile de gândire",
    "sheet.last_day": "Ultima zi de răspuns",
    "sheet.exceeded": "timp depășit",
    "sheet.leave": "Concediu",
    "sheet.leave_left": "rămase:",
    "sheet.received": "Primit",
    "sheet.sent": "Trimis",
    "sheet.leave_overlap": "Concediu",
    "sheet.days_used": "Zile",
    "sheet.days_total": "Total",
    "sheet.article": "Art.",
    "sheet.days_note": "Numărul din căsuță arată turul în care s-a consumat ziua (art. 7.2).",
}
EN = {
    "sheet.competition": "Competition sheet",
    "sheet.time": "Thinking-time sheet",
    "sheet.start": "Start date",
    "sheet.arbiter": "Arbiter",
    "sheet.arbiters": "Arbiters",
    "sheet.word_list": "Word list",
    "sheet.not_official": "not the official list",
    "sheet.means": "Corresponding by",
    "sheet.version": "version",
    "sheet.red": "RED",
    "sheet.blue": "BLUE",
    "sheet.to_move": "to move",
    "sheet.last": "Last placement",
    "sheet.sequence": "Letter sequence",
    "sheet.left_in_sequence": "left:",
    "sheet.round": "Round",
    "sheet.position": "Position",
    "sheet.word": "Words",
    "sheet.score": "Points",
    "sheet.total": "Total",
    "sheet.pass": "PASS",
    "sheet.final": "Final score",
    "sheet.capped_note": "In brackets, points played; beside them, those that count (art. 1.4).",
    "sheet.joker_note": "A small letter is a joker (art. 4.2).",
    "sheet.triple_word": "3W",
    "sheet.double_word": "2W",
    "sheet.triple_letter": "3L",
    "sheet.double_letter": "2L",
    "sheet.next": "Next",
    "sheet.plan": "PLAN · not played",
    "sheet.days": "Thinking days",
    "sheet.last_day": "Last day to answer",
    "sheet.exceeded": "time exceeded",
    "sheet.leave": "Leave",
    "sheet.leave_left": "left:",
    "sheet.received": "Received",
    "sheet.sent": "Sent",
    "sheet.leave_overlap": "Leave",
    "sheet.days_used": "Days",
    "sheet.days_total": "Total",
    "sheet.article": "Art.",
    "sheet.days_note": "The number in a box is the round that used the day (art. 7.2).",
}
CROSSTABLE_RO = {
    "crosstable.place": "Loc",
    "crosstable.player": "Jucător",
    "crosstable.group": "Grupă, loc",
    "crosstable.games": "J",
    "crosstable.wins": "C",
    "crosstable.draws": "R",
    "crosstable.losses": "P",
    "crosstable.coefficients": "Coeficienți",
    "crosstable.average": "pe partidă",
    "crosstable.difference": "Dif.",
    "crosstable.points": "Puncte",
    "crosstable.as_of": "situația din",
    "crosstable.note_games": "Sus turul, jos returul: coeficient și scor.",
    "crosstable.note_red": "a jucat ROȘU",
    "crosstable.note_blue": "a jucat ALBASTRU",
    "crosstable.note_proposed": "provizoriu, neomologat",
    "crosstable.note_void": "anulat, nu contează",
    "crosstable.note_safe": "calificare sigură",
    "crosstable.note_advance": "se califică cei de deasupra liniei",
}
CROSSTABLE_EN = {
    "crosstable.place": "Place",
    "crosstable.player": "Player",
    "crosstable.group": "Group, place",
    "crosstable.games": "G",
    "crosstable.wins": "W",
    "crosstable.draws": "D",
    "crosstable.losses": "L",
    "crosstable.coefficients": "Coefficients",
    "crosstable.average": "per game",
    "crosstable.difference": "Diff.",
    "crosstable.points": "Points",
    "crosstable.as_of": "as of",
    "crosstable.note_games": "Home game above, return game below: coefficient and score.",
    "crosstable.note_red": "played Red",
    "crosstable.note_blue": "played Blue",
    "crosstable.note_proposed": "provisional, not homologated",
    "crosstable.note_void": "void, does not count",
    "crosstable.note_safe": "sure to advance",
    "crosstable.note_advance": "those above the line advance",
}


class RecordingLabels(Mapping[str, str]):
    """Labels that record which of them were used."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = words
        self.keys_asked: set[str] = set()

    def __getitem__(self, key: str) -> str:
        self.keys_asked.add(key)
        return self._words[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)
