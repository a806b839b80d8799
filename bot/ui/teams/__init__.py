"""Named teams and their standings."""
