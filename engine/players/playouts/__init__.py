"""Plays sampled deals to their end very fast, with all cards in bit masks."""
