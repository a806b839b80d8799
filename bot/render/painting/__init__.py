"""Turns scenes into pixels and pixels into files; only this folder calls Pillow."""
