"""One judge per probe: what its facts say about the finding."""
