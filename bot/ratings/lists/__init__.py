"""Rating lists from files to what is shown of them, and how each number was made.

    inputs    results and starting ratings from files, checked together; what was understood of them
    systems   what makes the list of each system of the registry, `bot.ratings.jobs.systems`
    making    what a system's list module gives for that
    shown     tables of codes and figures, worded by whoever shows them
    frs_list, absp_list, pfs_list, fngo_list
              what one system's ratings look like: tables, a player's terms, JSON
    likeness  names that may be one person's, misspelt
    working   a task about ratings, in the process of `bot.ratings.jobs`
    ranking, book
              lists as they are published, and their spreadsheet
    stored_lists, access, naming
              lists that are kept: found, published, who may see them, whom a typed name means
    telling, pictures, views
              a list, what has changed on it and a player's history, as they are shown

The rules are in `engine.ratings`, the reading of files in `bot.documents.tables`, the conversation
before a list in `bot.ratings.jobs`. What the command line uses too knows nothing of Telegram or of
a language.
"""
