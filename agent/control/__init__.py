"""How the person steers a run: stop, pause, take over, say more."""
