"""Advice for people: how the deal may end after each play, and the reasons for a play."""
