"""What pictures show, as frozen values, and their captions."""
