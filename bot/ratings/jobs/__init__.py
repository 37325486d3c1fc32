"""Jobs: ratings and championship tables, calculated from people's files.

A person has one job at a time. The bot collects files and asks about doubtful names; a process of
its own does the rest. The same files in the same order give the same list.

    systems   the registry of rating systems: inputs, options and possible starts of each
    draft     the state of the conversation
    cards     the messages of the conversation
    files     recognises the content of each file; packs the results for storage
    jobs      the requested job in the database
    desk      the waiting jobs, for the queue (`bot.runtime.job_queue`)
    runner    one job: fetches its files, waits for the process, sends the result
    process   starts that process; `python -m bot.ratings.jobs` is its program
    tasks     the work in the process
    task      the input of the process
    leagues   the tournaments that are leagues, and the buttons for them
    columns   the columns that each kind of file needs
    terms     the calculation of a figure, as sections and steps
    wording   terms, errors and pages as texts
    printing  documents: spreadsheets, terms, errors, examples

`bot.ratings.lists` makes lists and terms, `bot.ratings.cnis` standings and rounds.
"""
