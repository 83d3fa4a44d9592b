"""Tournament files: the course of a tournament at the desk, line by line."""
