"""Finished deals: replays, the last trick, records and shuffle proofs."""
