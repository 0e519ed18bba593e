"""Commands in the texts that programs are given: their own languages, options that run another program, what a line types."""
