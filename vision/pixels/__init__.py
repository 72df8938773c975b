"""What plain image processing tells: ink, colours, borders, flat areas, marks, scroll bars."""
