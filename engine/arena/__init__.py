"""Has two computer players play the same deals with sides swapped, and measures their strength and speed."""
