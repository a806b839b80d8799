"""What pictures show, as values, and their captions."""
