"""The rule sets that people may choose."""
