"""What language models were taught about choosing the next step."""
