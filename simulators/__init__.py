"""Models of the devices and of the people at the table, on virtual time."""
