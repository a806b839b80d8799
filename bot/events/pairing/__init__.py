"""Who plays whom in an event's next round, and the standings. Pure functions of the rounds before."""
