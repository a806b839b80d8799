"""Shared parts of the Discord surface: context, messages, ids, people."""
