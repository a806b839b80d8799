"""What is shown: the lobby and the board for all, the hand panel for one."""
