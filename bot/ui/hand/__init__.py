"""A player's private hand: declare, bury, call, lead, follow."""
