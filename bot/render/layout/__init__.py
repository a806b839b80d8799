"""What all layouts are built from: scenes, colours, places of seats and shared parts."""
