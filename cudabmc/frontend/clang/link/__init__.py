"""All modules of a program together: what names mean, what is reachable, what may throw."""
