"""What is worked out of people's files, whatever it is: ratings, or the individual championship.

    systems   the registry of rating systems: what each takes, offers and may start from
    task      what is wanted of which files; the values that go to the process which does it
    files     the files of a task, and which of them holds what
    draft     a conversation about something to be worked out, as far as it has come
    cards     its messages
    terms     how a number was made: sections and lines of codes and facts
    wording, faults
              these, and what is wrong with a file, as texts
    packing   what is kept of a result
    printing  the documents that go with it
    views     pages of what came of it, as they are shown in chat

The lists themselves are made in `bot.ratings` and `bot.cnis`,
in a process that `bot.bench` runs, when `bot.program.workshop` finds that somebody waits for them.
"""
