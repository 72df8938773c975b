"""Learn which names of buttons say that pressing them cannot be taken back."""
