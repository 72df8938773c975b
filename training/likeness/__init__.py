"""Which control of a window a wish means, beyond what the sentence encoder knows: learnt from
wishes that people wrote down for the controls of many programs (wishes.jsonl)."""
