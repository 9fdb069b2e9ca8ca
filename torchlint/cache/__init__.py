"""What was found before, kept on the disk, and told again as long as all that it hangs on is as it was."""
