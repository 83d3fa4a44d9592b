"""The one writer: commands in, on the disk first, then shown; and all that runs beside it."""
