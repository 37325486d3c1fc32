"""Jobs: what is worked out of people's files, ratings or the individual championship.

A person has one job at a time: files are collected, odd names asked about, and the rest is done
beside the bot; the same files in the same order give the same list.

    systems   the registry of rating systems: what each takes, offers and may start from
    draft     what has been said so far
    cards     the messages of that conversation
    files     which of the files holds what; what came out, as it is kept
    jobs      what is wanted, kept in the database
    desk      who waits, as the queue of jobs sees it (`bot.runtime.job_queue`)
    runner    one job: its files fetched, the process waited for, the outcome told
    process   how that process is run; `python -m bot.ratings.jobs` is what it runs
    working   what is done in it
    task      what goes into it
    terms     how a number was made
    wording   terms, faults and pages as texts
    printing  the documents that go with it: spreadsheets, terms, faults, examples

Lists and terms are made by `bot.ratings.lists`, standings and rounds by `bot.ratings.cnis`.
"""
