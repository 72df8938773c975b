"""The tab History: the list of stored runs, the replay of one, two side by side.

Reads and shows what lies in the folder of runs; what changes anything asks who steers first.
"""
