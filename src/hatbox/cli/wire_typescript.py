"""What a table sends and takes, written as TypeScript from the structs of `hatbox.table.wire`."""

from typing import Any, get_args, get_type_hints

import msgspec

from hatbox.cli.typescript_types import literal, type_of
from hatbox.engine.facts import Said
from hatbox.engine.schema import View
from hatbox.listing import GameInfo, GameOption
from hatbox.table.finished import messages
from hatbox.table.store.history import SOMEBODY
from hatbox.table.wire import history, nights, notices, people, protocol, requests, table, types
from hatbox.table.wire.emotes import EMOTES
from hatbox.words import LANGUAGES

HEAD = """// Made by `hatbox schema` from src/hatbox/table. Do not edit.
import type { GameEvent } from '../lib/protocol'
"""
SHARED: dict[str, Any] = {
    "Status": types.Status,
    "Level": types.Level,
    "ProfileFigure": people.Figure,
    "ProfileColour": people.Colour,
    "NightKind": nights.NightKind,
    "Standing": types.StandingAnswer,
    "NackCode": types.NackCode,
    "OptionValue": types.OptionValue,
}
STRUCTS: dict[str, type[msgspec.Struct]] = {
    "Help": types.Help,
    "Clock": types.ClockKind,
    "Pace": types.Pace,
    "SeatInfo": table.SeatInfo,
    "ForkedFrom": table.ForkedFrom,
    "TableInfo": table.Table,
    "Listed": table.Listed,
    "Glance": table.Glance,
    "Choice": protocol.Choice,
    "Ahead": protocol.Ahead,
    "Now": protocol.Now,
    "Ack": table.Ack,
    "Nack": table.Nack,
    "MoveFrame": protocol.MoveFrame,
    "Welcome": protocol.Welcome,
    "TableFrame": protocol.TableFrame,
    "UndoneFrame": protocol.UndoneFrame,
    "Presence": protocol.Presence,
    "Said": protocol.Said,
    "Pong": protocol.Pong,
    "Emoted": protocol.Emoted,
    "ErrorFrame": protocol.ErrorFrame,
    "SeatWish": requests.SeatWish,
    "NewTable": requests.MakeTable,
    "GoOn": requests.GoOn,
    "Code": requests.Code,
    "Secret": requests.Secret,
    "Profile": people.Profile,
    "ProfileWish": people.ProfileWish,
    "RuleSet": people.RuleSet,
    "RuleSetWish": people.RuleSetWish,
    "Person": people.Person,
    "PlayedSeat": history.PlayedSeat,
    "PlayedGame": history.PlayedGame,
    "History": history.History,
    "RivalPart": history.Part,
    "Rival": history.Rival,
    "TableRival": history.TableRival,
    "GameRating": history.GameRating,
    "Ratings": history.Ratings,
    "DeviceInfo": people.DeviceInfo,
    "VacationSpan": people.VacationSpan,
    "VacationYear": people.VacationYear,
    "Vacation": people.Vacation,
    "NightGameWish": nights.NightGameWish,
    "NightWish": nights.NightWish,
    "NightRow": nights.NightRow,
    "NightTableInfo": nights.NightTableInfo,
    "NightRoundInfo": nights.NightRoundInfo,
    "NightGameInfo": nights.NightGameInfo,
    "SentHome": nights.SentHome,
    "GivenName": nights.GivenName,
    "NightInfo": nights.NightInfo,
    "NightListed": nights.NightListed,
    "House": nights.House,
    "NoticeOffer": notices.NoticeOffer,
    "NoticeWay": notices.NoticeWay,
    "Notices": notices.Notices,
    "PushWish": notices.PushWish,
    "Fact": Said,
    "HintMove": requests.HintMove,
    "Hint": requests.HintReply,
    "Warning": requests.WarningReply,
    "View": View,
    "GameOption": GameOption,
    "GameInfo": GameInfo,
    "ReplayFrame": messages.ReplayFrame,
    "Replay": messages.Replay,
    "ReviewPly": messages.Reviewed,
    "SeatAccount": messages.SeatAccount,
    "AccountStep": messages.AccountStep,
    "Account": messages.Account,
    "Review": messages.Review,
    "ReviewProgress": messages.Progress,
}
FRAMES = ("Welcome", "Ack", "Nack", "MoveFrame", "TableFrame", "UndoneFrame", "Presence", "Said", "Pong", "Emoted", "ErrorFrame")  # fmt: skip  # noqa: E501
ENCODED = {  # what is put in as it is, by field: the declaration does not say more of it
    "view": "View",
    "views": "Record<string, View>",
    "legal": "Record<string, Choice[]>",
    "events": "GameEvent[]",
    "layout": "unknown",
    "options": "Record<string, OptionValue>",
}


def written() -> str:
    """The whole file."""
    lists = {"LANGUAGES": LANGUAGES, "EMOTES": EMOTES, "LEVELS": get_args(types.Level)}
    lists |= {"FIGURES": get_args(people.Figure), "COLOURS": get_args(people.Colour)}
    values = [
        f"export const {name} = [{', '.join(map(literal, words))}] as const" for name, words in lists.items()
    ]
    shared = [f"export type {name} = {type_of(kind, {})}" for name, kind in SHARED.items()]
    interfaces = [_interface(name, struct) for name, struct in STRUCTS.items()]
    frames = "export type Frame =\n" + "\n".join(f"  | {name}" for name in FRAMES)
    values += [
        f"export const USUAL_LEVEL = {literal(types.DEFAULT_LEVEL)}",
        f"export const SOMEBODY = {literal(SOMEBODY)}",
        f"export const SOME_HINTS = {types.SOME_HINTS}",
        f"export const NO_LIMIT = {types.NO_LIMIT}",
        f"export const NO_HELP: Help = {msgspec.json.encode(types.NO_HELP).decode()}",
    ]
    parts = [*values, "", *shared, "", *interfaces, frames]
    return HEAD + "\n" + "\n".join(parts) + "\n"


def _interface(name: str, struct: type[msgspec.Struct]) -> str:
    """One message; what the table sends is complete, what it takes may leave out what has a default."""
    hints, tag = get_type_hints(struct, include_extras=True), struct.__struct_config__.tag
    lines = [f"  t: '{tag}'"] if tag else []
    for field in msgspec.structs.fields(struct):
        missing = issubclass(struct, types.In) and not field.required
        kind = type_of(hints[field.name], SHARED | STRUCTS)
        known = ENCODED.get(field.name, kind) if "unknown" in kind else kind
        lines.append(f"  {field.encode_name}{'?' if missing else ''}: {known}")
    return f"export interface {name} {{\n" + "\n".join(lines) + "\n}\n"
