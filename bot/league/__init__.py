"""Leagues: teams whose levels last from one match night to the next. Pure rules and one service over its own port."""
