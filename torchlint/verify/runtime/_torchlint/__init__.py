"""What runs in the user's process: it needs the standard library only, and never imports torch itself."""
