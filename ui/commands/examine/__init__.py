"""What `feltwork doctor` looks at."""
