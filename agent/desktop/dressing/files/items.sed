s#^("""[^"]*"""|[^,^]*),\^term\(([^,)]*)\)?#\1,sh "$DESKHAND_OPEN" x-terminal-emulator -e \2#
t
s#^("""[^"]*"""|[^,^]*),([^,^])#\1,sh "$DESKHAND_OPEN" \2#
