"""How many lines and which files a call changes."""
