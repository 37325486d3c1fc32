"""HTTP: the Mini App, which is a second way to play beside the chat (docs/app.md), and the site.

    site      the routes of the Mini App; `page` serves its files, `api` answers its requests
    matches   requests for friendly matches
    cases     arbiters' tasks and cases
    people    tokens for data that Telegram has signed; calendars
    play      queries, answered at once; changes, carried out by the worker; events of changed games
    asking    stores a change in the inbox and waits for its answer
    public    serves the public site

This package imports neither Telegram's library nor the chat.
"""
