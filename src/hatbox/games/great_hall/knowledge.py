"""What a seat may know: its own hand, what it gave and received, and everything that lay open."""

from hatbox.games.great_hall.guess import resample
from hatbox.games.great_hall.senses import OBSERVATION, observe

__all__ = ["OBSERVATION", "observe", "resample"]
