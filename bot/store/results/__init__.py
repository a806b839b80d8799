"""Stores bookings, rulings, ratings, histories and files of deals' results. Also stores what leagues post."""
