"""A bot that plays every game through the table's interface: copy it and write a better `choose`.

python -m hatbox.table.example_bot http://127.0.0.1:8000 CODE
"""

import argparse
import asyncio
import random
from typing import Any

from aiohttp import ClientSession


def choose(view: dict[str, Any], legal: list[dict[str, Any]]) -> int:
    """Return one of the legal actions; `view` is all that the seat may see. This bot ignores it."""
    return int(random.choice(legal)["action"])


class ExampleBot:
    """Takes the first open seat of a table and plays until the game is over."""

    def __init__(self, session: ClientSession, address: str, code: str, name: str = "Robo") -> None:
        """Set up; nothing is sent before `run`."""
        self._session, self._address, self._name = session, address, name
        self._path = f"{address}/api/tables/{code}"

    async def run(self) -> list[int]:
        """Get a token, sit down, play; return the winners' seats."""
        async with self._session.post(f"{self._address}/api/tokens", json={}) as answer:
            self._session.headers["Authorization"] = f"Bearer {(await answer.json())['secret']}"
        seat = await self._sit()
        async with self._session.ws_connect(f"{self._path}/socket") as ws:
            await ws.send_json({"t": "hello", "last_v": 0})
            async for message in ws:
                frame = message.json()
                now = frame.get("now")
                if now and now["over"]:
                    return list(now["winners"])
                if now and str(seat) in now["legal"]:
                    await ws.send_json(self._act(seat, frame["v"], now))
        raise ConnectionError("the table closed")

    async def _sit(self) -> int:
        """Take the first open seat."""
        async with self._session.get(self._path) as answer:
            table = await answer.json()
        seat = next(int(seat["seat"]) for seat in table["seats"] if seat["kind"] == "open")
        async with self._session.post(f"{self._path}/sit", json={"seat": seat, "name": self._name}) as answer:
            answer.raise_for_status()
        return seat

    def _act(self, seat: int, v: int, now: dict[str, Any]) -> dict[str, Any]:
        """Return the next move; its id names the position, so that it is never played twice."""
        action = choose(now["views"][str(seat)], now["legal"][str(seat)])
        return {"t": "act", "id": f"{seat}-{v}", "v_seen": v, "seat": seat, "action": action}


async def play(address: str, code: str) -> list[int]:
    """Play one game."""
    async with ClientSession() as session:
        return await ExampleBot(session, address, code).run()


def main() -> None:
    """Play at the table named on the command line."""
    parser = argparse.ArgumentParser(description="A bot for one seat of a table.")
    parser.add_argument("address", help="of the server, such as http://127.0.0.1:8000")
    parser.add_argument("code", help="of the table")
    args = parser.parse_args()
    asyncio.run(play(args.address, args.code))


if __name__ == "__main__":
    main()
