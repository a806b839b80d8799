"""The phases of a deal: the states as data, and one module for each phase's rules."""
