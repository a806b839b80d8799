"""Finished deals: replays, reviews, results, records and shuffle proofs."""
