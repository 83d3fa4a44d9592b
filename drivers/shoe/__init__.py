"""The card-reading shoe."""
