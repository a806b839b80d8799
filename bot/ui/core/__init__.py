"""What every part of the Discord surface shares: context, messages, ids, people."""
