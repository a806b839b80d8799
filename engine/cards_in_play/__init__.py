"""Units, leads, follows and tricks: how cards behave in play."""
