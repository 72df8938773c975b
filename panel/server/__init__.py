"""How the page is served: where it listens, which requests come in, what is sent."""
