"""Tractor on Discord: tables, leagues, pictures, words and the Discord surface around the pure rules of `engine`."""
