"""The view-models of the tournament desk."""
