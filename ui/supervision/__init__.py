"""What can be asked for from the panel of a supervisor: pure, without Qt."""
