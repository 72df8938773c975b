"""How far what was recognised agrees with the truth. Knows boxes and kinds, and no benchmark."""
