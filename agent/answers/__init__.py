"""What a run tells and works out: facts on the screen, calculations, composed texts."""
