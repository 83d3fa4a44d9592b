"""A scripted shift without a screen: played at simulated tables, pictured, and reported on."""
