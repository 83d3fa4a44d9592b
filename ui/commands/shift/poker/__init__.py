"""The poker room in the scripted shift."""
