"""Leagues, seasons and entrants with the functions that change them; who may manage a league; which deals count."""
