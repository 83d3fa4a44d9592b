"""The pit's page: what a server of pools shows, read once and served to many, read only."""
