"""Results of earlier runs, kept on disk and reused as long as nothing that they depend on has changed."""
