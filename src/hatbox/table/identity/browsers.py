"""Which kind of browser is asking, so that people recognise their devices: family and system, nothing else."""

FAMILIES = (  # the first match counts: most browsers also call themselves Chrome or Safari
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
    """Return, for example, `Firefox, Android`; empty if unknown. Versions and models could identify people."""
    found = (_first(FAMILIES, user_agent), _first(SYSTEMS, user_agent))
    return ", ".join(part for part in found if part)


def _first(kinds: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for mark, name in kinds if mark in text), "")
