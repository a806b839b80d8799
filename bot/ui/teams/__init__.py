"""Named teams: founding, invitations, panels and standings."""
