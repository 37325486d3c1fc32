"""Rating lists from files to what is shown of them: inputs, lists, and how each number was made.

    inputs    results and starting ratings from files, checked together; what was understood of them
    systems   which list comes of which inputs, and with which options
    shown     tables, sheets and lines: codes and figures, worded by whoever shows them
    frs_list, absp_list, pfs_list, fngo_list
              what one system's ratings look like: tables, a player's sheet, JSON
    check     the Polish checklist of a tournament

The rules are in `engine.ratings`, the reading of files in `bot.tables`. Nothing here knows the
command line, Telegram or a language.
"""
