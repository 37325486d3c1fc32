"""The standings of a competition as people see them.

    scene      the state of a phase: official and proposed results; pure
    reading    reads a scene from the database
    message    a table as text for the phone, the ranks still possible, the tie-breaks
    pictures   a scene as the views that `bot.documents.render` draws
    closeup    a few lines of a table in large type, for the chat
    album      the codes and the list of a table's pictures, and their drawing
    shared_pages
               a table to pass on, readable on a phone
    printing   pictures and spreadsheets, made from the database when they are sent
    workbook   a scene as a spreadsheet

`bot.chat.competitions.standings` checks who may see them.
"""
