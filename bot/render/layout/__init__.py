"""The building blocks of layouts."""
