"""Which commands, programs and tools would change, move or remove what is protected, or read what is secret."""
