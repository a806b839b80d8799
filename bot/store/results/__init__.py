"""Results of deals, from booking to rulings, recomputed ratings, histories and files; and what leagues post."""
