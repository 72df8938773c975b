"""What the page and all its tabs share: who steers, events, safe HTML, the look."""
