"""Scenes become pixels, and pixels files: the only Pillow."""
