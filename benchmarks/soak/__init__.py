"""Hours of tasks in one process: what does it hold at the end that it did not hold before?"""
