"""What a move can be good for: numbers for the rules, keys of the word list for people."""

PURPOSES = (
    "reason_best_chance",
    "reason_captures",
    "reason_gets_closer",
    "reason_stays_safe",
    "reason_escapes",
    "reason_collects",
    "reason_remembers",
    "reason_wins_now",
    "reason_only_move",
)
(
    BEST_CHANCE, CAPTURES, GETS_CLOSER, STAYS_SAFE, ESCAPES, COLLECTS, REMEMBERS, WINS_NOW, ONLY_MOVE
) = range(len(PURPOSES))  # fmt: skip
