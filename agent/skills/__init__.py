"""Skills: procedures that the model may have done, step by step, each step checked and judged."""
