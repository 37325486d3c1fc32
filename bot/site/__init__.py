"""The public site: what everybody may see of the competitions, as pages made from the log.

    source      what is read, once in a making: competitions, how their games stand, public names
    leaf        a part of the site that is made anew as a whole, and by what it is known to be new
    templates   Jinja2; `words` sets them, in each language
    …_pages     the leaves of each kind of page
    making      all leaves into a folder: those alone that are not there already as they are to be

The same log gives the same bytes: no clock, no chance. No page has an account, a chat, a message or
the number of a person on it; what of a game may be shown is asked of `engine.embargo`, what
somebody is called of `bot.runtime.public_names`. How it is served is `bot.web.public`.
"""
