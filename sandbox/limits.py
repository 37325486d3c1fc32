"""Telegram's limits on single messages, buttons, files and menus; `pace` has those on speed.

Lengths count after parsing; UTF-16 units are stricter than characters.
"""

TEXT = 4096
"""The most UTF-16 units of a text."""
CAPTION = 1024
"""The most UTF-16 units of a caption."""
CALLBACK_DATA = 64
"""The most bytes of a button's data."""
ANSWER = 200
"""The most characters of the answer to a button press."""
PAYLOAD = 64
"""The most characters of a deep link's payload."""
BUTTONS = 100
"""The most buttons under one message."""
ALBUM = range(2, 11)
"""The possible numbers of files in an album."""
PHOTO_BYTES = 10 * 1024 * 1024
"""The most bytes of a photo."""
PHOTO_SIDES = 10_000
"""The most pixels of a photo's width and height added together."""
PHOTO_RATIO = 20
"""The most by which the longer side of a photo exceeds the shorter one, as a factor."""
UPLOAD_BYTES = 50 * 1024 * 1024
"""The most bytes of a document."""
DOWNLOAD_BYTES = 20 * 1024 * 1024
"""The most bytes of a file that a bot may download; uploads may be larger."""
REACTIONS = frozenset(
    "👍👎❤🔥🥰👏😁🤔🤯😱🤬😢🎉🤩🤮💩🙏👌🕊🤡🥱🥴😍🐳"
    "🌚🌭💯🤣⚡🍌🏆💔🤨😐🍓🍾💋🖕😈😴😭🤓👻👀🎃🙈😇😨"
    "🤝✍🤗🫡🎅🎄☃💅🤪🗿🆒💘🙉🦄😘💊🙊😎👾🤷😡"
) | {"❤\ufe0f\u200d🔥", "👨\u200d💻", "🤷\u200d♂\ufe0f", "🤷\u200d♀\ufe0f"}
"""The emoji that a bot may react with; the last four have several characters each."""
COMMANDS = 100
"""The most commands of one menu."""
COMMAND_DESCRIPTION = 256
"""The most characters of a command's description."""
