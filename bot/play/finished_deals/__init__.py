"""The history and reviews of finished deals, and the coach, who judges plays of a deal in progress."""
