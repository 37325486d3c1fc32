"""Rating lists, from files to messages, and how each figure was calculated.

    inputs    reads results and starting ratings, checks them together, and summarises them
    saved     the history of a rating as a file, from which a list can be continued
    systems   the list module of each system of the registry, `bot.ratings.jobs.systems`
    list_module
              the interface of a list module
    rating_list
              tables of codes and figures, without words
    frs_list, absp_list, pfs_list, fngo_list
              the ratings of one system: tables, a player's terms, JSON
    likeness, tournament_names
              similar names of players and of tournaments
    tasks     a task of ratings, in the process of `bot.ratings.jobs`; ranks for publication
    book      a list as a spreadsheet
    naming    the names of people on nightly lists
    stored_lists, access, requests
              stored lists, the rights to see them, and requests typed in chat
    list_texts, pictures, views
              a list, its changes and a player's history, as messages and pictures

The rules are in `engine.ratings`; `bot.documents.tables` reads the files; `bot.ratings.jobs` has
the conversation before a list. Modules that the command line uses import neither Telegram nor
languages.
"""
