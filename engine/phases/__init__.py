"""The phases of a deal: one frozen type each; an action goes in, the next phase and the events come out."""
