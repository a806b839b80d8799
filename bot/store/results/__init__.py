"""The store of deals' results: booking, rulings, recomputed ratings, histories and files. Also what leagues post."""
