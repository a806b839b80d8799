"""Pictures of leagues and ratings."""
