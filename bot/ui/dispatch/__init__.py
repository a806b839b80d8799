"""Receives all presses and commands, and sends all responses."""
