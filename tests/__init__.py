"""Tests of Feltwork; the folders mirror what they prove."""
