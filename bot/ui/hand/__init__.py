"""The private panel in which a player sees their hand, declares, buries, calls friends, leads and follows."""
