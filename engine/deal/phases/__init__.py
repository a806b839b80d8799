"""The phases of a deal as data, and the rules that lead from one to the next."""
