"""The player-card reader: MagTek swipe reader, USB HID."""
