"""Offers a puzzle and a deal every day, with practice and leaderboards. Users can also retry costly plays."""
