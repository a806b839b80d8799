"""The contents of pictures, as values, and their captions."""
