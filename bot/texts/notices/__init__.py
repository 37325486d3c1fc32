"""Notices: their readers, texts and buttons, as pure functions of events, without a database.

The catalogues hold the sentences; these modules choose keys, facts and recipients.
"""
