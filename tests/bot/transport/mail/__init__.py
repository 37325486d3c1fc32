"""Tests of mails."""
