"""The spelling of Romanian texts, compared with the bot's own dictionary."""

import re
from collections.abc import Iterator

from bot.texts.languages import LANGUAGES
from bot.texts.po_reader import FORMAL, entries_of
from bot.texts.templates import without_markup
from engine.words.lexicon import open_lexicon

TYPED = re.compile(
    r"<(code|pre)>.*?</\1>|\{[^}]*\}|[„«][^”»]*[”»]|--\w+|/\w+|\w*\.(?:md|py|pdf|txt|jsonl?|csv|xls)\b"
    r"|https?:\S+",
    re.DOTALL,
)
"""What stands in a text as people type or open it."""
WORD = re.compile(r"(?<![\w-])[^\W\d_]{2,15}(?![\w-])")
LEFT = ("option.", "column.", "shown.column.", "shown.line.fngo_rf", "dossier.readme")
"""Texts that hold commands, file names or signs of formulae."""
OUTAGE = ("outage.", "ledger.outage")
"""Texts about an outage, „pana”, which is also „până” without its marks."""
UNFOLDED = str.maketrans("ăâîșț", "aaist")
OURS = set(
    re.findall(
        r"\w+",
        """
        îi nr dif roșu tsh webp value url koth robin round scalpuri egaluri feedback rating
        ratingul ratingului ratinguri ratingurile neprezentare neprezentarea privitera
        hollington othello cluj google ipad iphone outlook javascript python skype viber web
        whatsapp turretur update backup restore verify docs timedatectl true botfather token tokenul
        """,
    )
)
"""Words that the dictionary does not have: of the game, of programs, of tables of rating."""


def spelt(name: str) -> Iterator[tuple[str, str]]:
    """Yield each word of a catalogue with its key, without capitals such as `CSV`."""
    for key, forms in entries_of(name).items():
        for form in () if key.startswith(LEFT) else forms:
            for word in WORD.findall(without_markup(TYPED.sub(" ", form))):
                if not word.isupper():
                    yield key, word.lower()


def test_every_word_is_one_of_the_dictionary() -> None:
    """„depunre” and „arbitul” are found; „neomologat” and „reluat” are built of its words."""
    words = open_lexicon()

    def known(word: str) -> bool:
        written = word.translate(UNFOLDED)
        parts = (written, *(written.removeprefix(before) for before in ("ne", "re", "pre")))
        return word in OURS or any(part.upper() in words for part in parts)

    assert [
        f"{name}: {key}: {word}"
        for name in (LANGUAGES[0], FORMAL)
        for key, word in spelt(name)
        if not known(word)
    ] == []


def test_letters_with_marks_are_not_forgotten() -> None:
    """„si”, „in” and „fisa”, as typed without Romanian letters, and old „sînt” are found."""
    plain = re.compile(
        r"\b(?:si|in|din(?:tr|tre)o|fara|pana|cand|daca|asa|inca|cat|isi|iti|fisa|fise|fisele"
        r"|rand|sant|sînt|timpul tau|gandire|raspuns\w*|incep\w*|inchei\w*|jucator\w*)\b"
    )

    def shown(key: str, form: str) -> str:
        words = without_markup(TYPED.sub(" ", form))
        return words.replace("pana", "") if key.startswith(OUTAGE) else words

    wrong = [
        f"{name}: {key}: {form}"
        for name in (LANGUAGES[0], FORMAL)
        for key, forms in entries_of(name).items()
        for form in forms
        if plain.search(shown(key, form))
        or re.search(r"(?<!ne)(?<!re)(?<!pre)(?<![\W_])(?<=\w)î\w", form)
    ]

    assert wrong == []
