"""Replays and reviews finished deals, and judges plays of a deal in progress (the coach)."""
