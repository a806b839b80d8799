"""Pictures: frozen values say what to show, pure geometry says where, and Pillow paints it in worker threads."""
