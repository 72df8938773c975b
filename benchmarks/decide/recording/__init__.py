"""Recording decision cases from programs whose truth is known, by scripted solutions."""
