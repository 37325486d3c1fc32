"""The comments of files that are not Python, as paragraphs of text for `tools.wording`.

The extraction is simple: a sign of a comment counts only after a space or at the start of a line.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

_SLASHES: Final = re.compile(r"(?<!\S)//+(?: (?P<text>.*))?$")
_HASH: Final = re.compile(r"(?<!\S)#+(?: (?P<text>.*))?$")
_BLOCK: Final = re.compile(r"(?<!\S)/\*(.*?)\*/", re.DOTALL)
_MARKUP: Final = re.compile(r"(?:\{#|<!--)(.*?)(?:#\}|-->)", re.DOTALL)
_MARGIN: Final = re.compile(r"^\s*\*? ?", re.MULTILINE)
"""The indent of a line in a block comment, with the asterisk of JSDoc."""
_TYPE: Final = re.compile(r"\{(?:[^{}]|\{[^{}]*\})*\}")
"""A type in JSDoc."""
_PARAGRAPH: Final = re.compile(r"\n\s*\n|(?:^|\s)(?=@)")
"""A blank line, or the start of a JSDoc tag."""
_ROMANIAN: Final = re.compile(r"\w*[ăâîșț]\w*", re.IGNORECASE)
"""A word with a letter that only Romanian has."""
_QUOTED: Final = re.compile(r"[„“][^”]*”")

LINE_SIGNS: Final[Mapping[str, re.Pattern[str]]] = {
    **dict.fromkeys((".js", ".ts", ".c", ".h"), _SLASHES),
    **dict.fromkeys((".toml", ".yml", ".yaml", ".sh", "Makefile", "Containerfile", "run"), _HASH),
}
"""The sign of a line comment by the suffix or name of a file."""
BLOCK_SIGNS: Final[Mapping[str, re.Pattern[str]]] = {
    **dict.fromkeys((".js", ".ts", ".css", ".c", ".h"), _BLOCK),
    **dict.fromkeys((".html", ".md"), _MARKUP),
}
"""The signs of a block comment by the suffix of a file."""


def has_comments(path: Path) -> bool:
    """Return whether `comments` reads files of this kind."""
    return _kind(path) in {*LINE_SIGNS, *BLOCK_SIGNS} and path.is_file()


def comments(path: Path) -> Iterator[tuple[int, str]]:
    """Yield each paragraph of a comment with its line, without Romanian ones."""
    source, kind = path.read_text("utf-8"), _kind(path)
    paragraphs = [*_line_comments(source, kind), *_block_comments(source, kind)]
    for number, text in sorted(paragraphs):
        # An English comment may quote Romanian, or have one Romanian name.
        if len(_ROMANIAN.findall(_QUOTED.sub("", text))) < 2:
            yield number, text


def _kind(path: Path) -> str:
    return path.suffix or path.name


def _line_comments(source: str, kind: str) -> Iterator[tuple[int, str]]:
    """Yield line comments; whole lines in a row are one paragraph.

    An indented text, as in a list, and a comment after code are a paragraph of their own.
    """
    sign = LINE_SIGNS.get(kind)
    if sign is None:
        return
    first, paragraph = 0, list[str]()
    for number, line in enumerate((*source.splitlines(), ""), 1):  # "" ends the last paragraph
        comment = sign.search(line)
        text = (comment["text"] or "").rstrip() if comment else ""
        is_whole_line = bool(comment) and sign.match(line.lstrip()) is not None
        is_in_paragraph = is_whole_line and text and not text.startswith(" ")
        if paragraph and not is_in_paragraph:
            yield first, " ".join(paragraph)
            paragraph.clear()
        if is_in_paragraph:
            first = first if paragraph else number
            paragraph.append(text)
        elif text:
            yield number, text.strip()


def _block_comments(source: str, kind: str) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs of block comments, without JSDoc types, each with its comment's line."""
    sign = BLOCK_SIGNS.get(kind)
    for comment in sign.finditer(source) if sign else ():
        number = source.count("\n", 0, comment.start()) + 1
        text = _TYPE.sub("", _MARGIN.sub("", comment[1]))
        for paragraph in _PARAGRAPH.split(text):
            if words := " ".join(paragraph.split()):
                yield number, words
