"""The store of teams, their members, and invitations to them."""
