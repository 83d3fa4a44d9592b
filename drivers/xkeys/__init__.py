"""X-keys by P.I. Engineering: the XK-12 switch interface and the XK-24 panel."""
