"""What is over: replays, the last trick, records and shuffle proofs."""
