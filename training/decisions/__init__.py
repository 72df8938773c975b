"""Made decisions: screens of programs that do not exist, with tasks and what is right there."""
