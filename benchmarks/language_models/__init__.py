"""Language models by themselves: choice, speed, memory, switching."""
