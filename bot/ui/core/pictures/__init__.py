"""Puts pictures into messages, with labels and alt texts."""
