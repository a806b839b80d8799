"""Shared code of handlers. It builds commands, describes who pressed or typed something, and defines responses."""
