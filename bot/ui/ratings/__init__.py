"""Profiles, leaderboards and comparisons of two players."""
