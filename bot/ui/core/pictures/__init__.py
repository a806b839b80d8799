"""Pictures in messages, with their labels and alt texts."""
