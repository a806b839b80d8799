"""What all layouts have in common, such as scenes, colours and the places of seats."""
