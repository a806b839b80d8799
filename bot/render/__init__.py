"""Makes pictures. Frozen values say what to show, pure functions lay it out, and worker threads paint with Pillow."""
