"""Pictures: frozen values say what to show, pure geometry says where, and Pillow paints it in a worker thread."""
