"""The entries of the supervisor's panel: pure, without Qt."""
