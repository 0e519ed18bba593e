"""What the words and commands of a line come to: variables, patterns, folders, paths."""
