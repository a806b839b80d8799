"""Defines leagues with their seasons and entrants, and decides who may manage them and which deals count."""
