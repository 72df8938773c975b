"""The programs of this machine: which there are, which a task needs, how they are opened."""
