"""How a blocked variable is read, shown or handed on, and how a set one is changed."""
