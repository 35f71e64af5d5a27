"""Which kind of browser asks, so that people recognise their devices: its family and system, nothing else."""

FAMILIES = (  # the first one that is found counts: most browsers also call themselves Chrome or Safari
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def browser_of(user_agent: str) -> str:
    """Such as `Firefox, Android`; empty where nothing is known. Versions and models would tell people apart."""
    found = (_first(FAMILIES, user_agent), _first(SYSTEMS, user_agent))
    return ", ".join(part for part in found if part)


def _first(kinds: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for mark, name in kinds if mark in text), "")
