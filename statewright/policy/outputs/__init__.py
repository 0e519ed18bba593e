"""What commands print, as far as the line and the disk tell, and what other commands make of it."""
