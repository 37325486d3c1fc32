"""The public site: pages about the competitions that everybody may see, built from the log.

    source      reads the data of a build: competitions, the state of their games, public names
    leaf        a page in all languages with its files, and the stamp that shows whether it changed
    templates   Jinja2; `templating` renders them in each language
    …_pages     the pages of each kind
    build       writes all pages into a folder: only those that have changed

The same log gives the same bytes: no clock, no randomness. No page contains an account, a chat, a
message or a person's number. `engine.embargo` decides what of a game is shown,
`bot.runtime.public_names` the names of people. `bot.web.public` serves the site.
"""
