"""What makes a virtual desktop one for a person: bar, menu of programs, wallpaper, readable fonts.

Nothing here is essential: the desktop works without a part whose program is not installed. All of
it runs with settings and caches in the desktop's folder; the programs that a person opens with it
have their usual ones.
"""
