"""Files as parts of a project: what their imports lead to, who imports them, which packages they require."""
