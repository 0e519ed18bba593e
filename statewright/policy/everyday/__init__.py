"""The quick look: everyday lines that no rule about shell text can have anything against."""
