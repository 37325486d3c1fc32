"""The data of buttons: each verb with its arguments, by subject."""
