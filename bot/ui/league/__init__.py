"""Leagues on Discord: their pages and controls, public posts and files, and the clock of their seasons."""
