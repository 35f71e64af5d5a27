"""What people may say without typing: keys of the shell's word list."""

_PICTURES = ("smile", "clap", "surprise", "sad", "party", "wave")
_PHRASES = (
    "hello",
    "good_luck",
    "nice_move",
    "thanks",
    "wow",
    "oops",
    "oh_no",
    "sorry",
    "thinking",
    "ha_ha",
    "just_wait",
    "be_right_back",
    "here_again",
    "one_more",
    "good_game",
    "bye",
)
EMOTES: tuple[str, ...] = (*(f"emote_{k}" for k in _PICTURES), *(f"phrase_{k}" for k in _PHRASES))
