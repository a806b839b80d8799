"""Results of deals, from booking to rulings and recomputed ratings."""
