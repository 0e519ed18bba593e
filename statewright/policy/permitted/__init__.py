"""What a command list or a reading shell permits."""
