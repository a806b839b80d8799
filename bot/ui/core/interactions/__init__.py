"""Parts of handlers: how commands are built, who sent a press or a form, and how handlers respond."""
