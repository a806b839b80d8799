"""A player's private hand, to declare, bury, call, lead and follow."""
