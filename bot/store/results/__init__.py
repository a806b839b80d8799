"""Results of deals: booking, rulings, recomputed ratings, histories and files. Also what leagues post."""
