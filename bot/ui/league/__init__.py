"""Shows leagues on Discord, with pages, public posts and files, and runs their seasons."""
