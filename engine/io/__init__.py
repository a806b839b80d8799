"""Records of matches as text, and events and refusals in English."""
