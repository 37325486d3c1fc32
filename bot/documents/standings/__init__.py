"""The standings of a competition as people see them.

    scene      what stands: a phase, its results, what is only proposed; pure
    reading    a scene from what is stored
    message    a table as a text for the phone, what can still be reached, what parted the tied
    pictures   a scene as the views that `bot.documents.render` draws
    workbook   a scene as a spreadsheet

Who may see them is checked by `bot.chat.competitions.standings`.
"""
