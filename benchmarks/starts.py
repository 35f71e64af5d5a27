"""Cold and warm starts as a person meets them: prints one JSON object with seconds."""

import json
import os
import subprocess
import sys
import tempfile
import time

import hatbox

IMPORT = "import hatbox"
PLAY = "from hatbox.cli.main import main; import sys; sys.exit(main(sys.argv[1:]))"


def timed(arguments: list[str], cache: str) -> float:
    """Seconds of a whole process."""
    started = time.perf_counter()
    environment = {**os.environ, "HATBOX_CACHE": cache}
    subprocess.run([sys.executable, "-c", *arguments], env=environment, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def until(process: "subprocess.Popen[bytes]", text: bytes) -> None:
    """Read the process's output until a text appears."""
    seen = b""
    assert process.stdout is not None
    while text not in seen:
        piece = process.stdout.read1(4096)  # type: ignore[attr-defined]
        assert piece, seen.decode()
        seen += piece


def play(slug: str, cache: str) -> tuple[float, float]:
    """Seconds to the first prompt and from the answered prompt to the first decision."""
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", PLAY, "play", slug],
        env={**os.environ, "HATBOX_CACHE": cache},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin is not None
    until(process, b"Who plays?")
    prompt = time.perf_counter() - started
    process.stdin.write(b"\n\n")  # the default names; and Enter where the device is handed over
    process.stdin.flush()
    until(process, b"plays now")
    ready = time.perf_counter() - started
    process.kill()
    process.wait()
    return prompt, ready


def main() -> None:
    """Measure everything, each game with an empty cache of its own."""
    found: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as cache:
        found["import hatbox"] = min(timed([IMPORT], cache) - timed(["pass"], cache) for _ in range(3))
        found["warm-up of all games"] = timed([PLAY, "warmup"], cache)
        for slug in hatbox.rulebooks():
            warm = play(slug, cache)
            with tempfile.TemporaryDirectory() as empty:
                cold = play(slug, empty)
            found[slug] = {"first prompt": cold[0], "ready cold": cold[1], "ready warm": warm[1]}
    print(json.dumps(found))


if __name__ == "__main__":
    main()
