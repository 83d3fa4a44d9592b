"""Cards between the device and the felt, for every game: in which order they leave, where each of
them goes, which were keyed, and which do not fit. Pure: devices, sealing and games read it."""
