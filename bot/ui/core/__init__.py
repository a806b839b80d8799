"""Parts of the Discord surface that commands, panels and messages share."""
