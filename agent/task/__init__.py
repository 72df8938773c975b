"""What a task says, as values of the program."""
