"""What is a person's alone: our verbs by every road, agent programs, the processes of the hook and the client, made-up events."""
