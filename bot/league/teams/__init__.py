"""Teams and ladders as values, with the pure functions that check and change them."""
