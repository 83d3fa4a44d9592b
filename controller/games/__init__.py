"""The games of the house, each in a package of its own.

Nothing outside imports a game but the registry and the command line.
"""
