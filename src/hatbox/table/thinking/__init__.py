"""The worker processes in which bots think."""
