"""Pictures: frozen values say what is shown, pure functions place it, and Pillow paints it in worker threads."""
