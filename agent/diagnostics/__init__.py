"""Checks of this machine: can Deskhand see, click and type here, and is it offline?"""
