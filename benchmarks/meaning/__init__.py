"""Does the meaning of a part of a task find the right skill, and the right control of a window?"""
