"""Devices and the table: driver messages become commands, outputs become what devices show."""
