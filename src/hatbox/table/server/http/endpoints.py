"""All addresses in one list, from which the server's routes and the OpenAPI document are made."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from hatbox.match.verify import Verdict
from hatbox.table.commands.dispatch import COMMANDS
from hatbox.table.finished.messages import Fork, Progress, Replay, Review
from hatbox.table.server.http import finished, history, lobby, nights, notices, people, tables, vacation
from hatbox.table.wire.history import History, Ratings, Rival, TableRival
from hatbox.table.wire.nights import (
    AutoRounds,
    EndNight,
    HandOver,
    House,
    JoinNight,
    LeaveNight,
    NextRound,
    NightInfo,
    NightListed,
    NightWish,
    Readmit,
)
from hatbox.table.wire.notices import HookWish, MailWish, Notices, PushWish, Spoken
from hatbox.table.wire.people import (
    Chosen,
    DeviceInfo,
    EndVacation,
    Person,
    Profile,
    ProfileWish,
    RuleSet,
    RuleSetWish,
    TakeVacation,
    Vacation,
)
from hatbox.table.wire.requests import Claim, Code, GoOn, Health, MakeTable, Nothing, Secret
from hatbox.table.wire.table import Glance, Listed, Table

ONE = "/api/tables/{code}"
NIGHT = "/api/nights/{night}"  # no `code`: any process answers
NIGHT_ERRORS = (400, 401, 403, 404, 409, 503)
SEAT_ERRORS = (400, 401, 403, 404, 409, 503)
TOLD = (400, 401, 409)


@dataclass(frozen=True)
class Endpoint:
    """One address: what it takes, what it returns, and what can go wrong."""

    method: str
    path: str
    handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    summary: str
    answer: Any = None  # a type; None: anything
    body: Any = None
    status: int = 200
    errors: tuple[int, ...] = ()
    query: tuple[str, ...] = ()
    media: str = "application/json"
    words: tuple[str, ...] = ()  # query parameters that are text
    also: dict[int, Any] = field(default_factory=dict)  # other successful answers, by status


ENDPOINTS = (
    Endpoint(
        "GET", "/healthz", lobby.health, "Whether the server can store moves", Health, also={503: Health}
    ),
    Endpoint("GET", "/metrics", lobby.get_metrics, "Metrics for Prometheus", str, media="text/plain"),
    Endpoint("GET", "/api/games", lobby.get_games, "All games"),
    Endpoint(
        "GET",
        "/api/layouts/{game}",
        lobby.get_layout,
        "A board's coordinates",
        errors=(400, 404),
        query=("players",),
    ),
    Endpoint(
        "GET",
        "/api/tables",
        lobby.get_tables,
        "Public tables that wait for players",
        list[Listed],
        errors=(401,),
    ),
    Endpoint(
        "POST", "/api/tables", lobby.make_table, "Make a table", Code, MakeTable, 201, (400, 401, 409, 503)
    ),
    Endpoint("GET", "/api/mine", lobby.get_mine, "Tables at which I sit", list[Listed], errors=(401,)),
    Endpoint(
        "POST",
        "/api/records",
        finished.go_on,
        "Continue a game at a table",
        Code,
        GoOn,
        201,
        (400, 401, 409, 413, 503),
    ),
    Endpoint("GET", "/api/records/{id}", lobby.get_record, "A finished game", errors=(404,)),
    Endpoint(
        "GET", "/api/records/{id}/verify", finished.get_verdict, "Verify a record", Verdict, errors=(400, 404)
    ),
    Endpoint(
        "GET",
        "/api/records/{id}/replay",
        finished.get_record_replay,
        "A record as a seat would have seen it",
        Replay,
        errors=(400, 404, 409),
        words=("seat",),
    ),
    Endpoint(
        "GET",
        "/api/records/{id}/review",
        finished.get_record_review,
        "What each decision was worth",
        Review,
        errors=(400, 404, 409),
        also={202: Progress},
    ),
    Endpoint("POST", "/api/leave", people.leave, "Forget me on this device", status=204),
    Endpoint(
        "POST",
        "/api/forget-me",
        people.forget_me,
        "Delete everything about me",
        None,
        Nothing,
        204,
        (400, 401),
    ),
    Endpoint(
        "POST", "/api/tokens", people.make_token, "A bearer token for a bot", Secret, Nothing, 201, (400,)
    ),
    Endpoint(
        "POST", "/api/device", people.move_device, "A one-time secret", Secret, Nothing, 201, (400, 401)
    ),
    Endpoint(
        "POST",
        "/api/device/claim",
        people.claim_device,
        "Use this device as the guest behind a one-time secret",
        None,
        Claim,
        204,
        (400, 404),
    ),
    Endpoint(
        "POST",
        "/api/device/look",
        people.look_at_device,
        "Whose seats a link brings",
        Person,
        Claim,
        errors=(400, 404),
    ),
    Endpoint("GET", "/api/people", people.get_people, "People on this device", list[Person]),
    Endpoint(
        "POST", "/api/people/switch", people.switch, "Switch to another person", None, Chosen, 204, (400, 404)
    ),
    Endpoint(
        "POST",
        "/api/people/new",
        people.join,
        "Add a person to this device",
        None,
        ProfileWish,
        204,
        (400, 401, 409),
    ),
    Endpoint("GET", "/api/profile", people.get_profile, "My profile", Profile, errors=(401,)),
    Endpoint(
        "POST",
        "/api/profile",
        people.save_profile,
        "Change my profile",
        Profile,
        ProfileWish,
        errors=(400, 401),
    ),
    Endpoint("GET", "/api/export", history.export, "Everything stored about me", errors=(401,)),
    Endpoint(
        "GET",
        "/api/history",
        history.get_history,
        "My finished games",
        History,
        errors=(400, 401),
        query=("page",),
    ),
    Endpoint("GET", "/api/rivals", history.get_rivals, "People I played against", list[Rival], errors=(401,)),
    Endpoint(
        "GET", "/api/rivals/{id}", history.get_rival, "My score against one person", Rival, errors=(401, 404)
    ),
    Endpoint("GET", "/api/ratings", history.get_ratings, "My ratings", Ratings, errors=(401,)),
    Endpoint("GET", "/api/rule-sets", people.get_rule_sets, "Rules I saved", list[RuleSet], errors=(401,)),
    Endpoint(
        "POST",
        "/api/rule-sets",
        people.save_rules,
        "Save rules",
        list[RuleSet],
        RuleSetWish,
        errors=(400, 401, 409),
    ),
    Endpoint(
        "POST",
        "/api/rule-sets/end",
        people.forget_rules,
        "Forget rules",
        list[RuleSet],
        Chosen,
        errors=(400, 401),
    ),
    Endpoint("GET", "/api/devices", people.get_devices, "My devices", list[DeviceInfo], errors=(401,)),
    Endpoint(
        "POST",
        "/api/devices/sign-out",
        people.sign_out,
        "Sign out on a device",
        None,
        Chosen,
        204,
        (400, 401, 404),
    ),
    Endpoint("GET", "/api/notices", notices.get_notices, "My notices", Notices, errors=(401,)),
    Endpoint("POST", "/api/notices/push", notices.add_push, "Push messages", Notices, PushWish, errors=TOLD),
    Endpoint("POST", "/api/notices/mail", notices.add_mail, "E-mails", Notices, MailWish, errors=TOLD),
    Endpoint("POST", "/api/notices/hook", notices.add_hook, "A webhook", Notices, HookWish, errors=TOLD),
    Endpoint(
        "POST",
        "/api/notices/end",
        notices.end,
        "Stop one kind of notice",
        Notices,
        Chosen,
        errors=(400, 401, 404),
    ),
    Endpoint("POST", "/api/notices/try", notices.try_out, "Send me one now", None, Chosen, 204, (*TOLD, 404)),
    Endpoint(
        "POST",
        "/api/notices/language",
        notices.speak,
        "Set the language of my notices",
        None,
        Spoken,
        204,
        (400, 401),
    ),
    Endpoint("POST", "/api/notices/confirm", notices.confirm, "My address", None, Claim, 204, (400, 404)),
    Endpoint("POST", "/api/notices/stop/{secret}", notices.stop, "Stop e-mails", status=204),
    Endpoint("GET", "/api/vacation", vacation.get_vacation, "My vacation", Vacation, errors=(401,)),
    Endpoint(
        "POST",
        "/api/vacation/take",
        vacation.take_vacation,
        "A vacation",
        Vacation,
        TakeVacation,
        errors=TOLD,
    ),
    Endpoint(
        "POST",
        "/api/vacation/end",
        vacation.end_vacation,
        "End or cancel a vacation",
        Vacation,
        EndVacation,
        errors=(*TOLD, 404),
    ),
    Endpoint("GET", "/api/house", nights.get_house, "What the operator decided for everyone", House),
    Endpoint("GET", "/api/nights", nights.get_mine, "Game nights of mine", list[NightListed], errors=(401,)),
    Endpoint(
        "POST", "/api/nights", nights.make_night, "Make a game night", Code, NightWish, 201, (400, 401, 503)
    ),
    Endpoint(
        "GET",
        NIGHT,
        nights.get_night,
        "A game night; with `since` as soon as it has changed",
        NightInfo,
        errors=(401, 404),
        words=("since",),
    ),
    Endpoint(
        "GET", NIGHT + "/qr.svg", nights.get_qr, "The invitation", str, errors=(404,), media="image/svg+xml"
    ),
    *(
        Endpoint("POST", f"{NIGHT}/{path}", handler, summary, NightInfo, kind, errors=NIGHT_ERRORS)
        for path, handler, summary, kind in (
            ("join", nights.join, "Take part in a night, or come back", JoinNight),
            ("leave", nights.leave, "Leave a night, or send somebody home", LeaveNight),
            ("round", nights.start_round, "Start the next round", NextRound),
            ("readmit", nights.readmit, "Let somebody in again who was sent home", Readmit),
            ("auto", nights.auto_rounds, "Let the next round start by itself, or not", AutoRounds),
            ("host", nights.hand_over, "Let somebody else run the night", HandOver),
            ("end", nights.end, "Close the night", EndNight),
        )
    ),
    Endpoint("GET", ONE, tables.get_table, "A table as I see it", Table, errors=(401, 404, 409)),
    Endpoint(
        "GET",
        ONE + "/rivals",
        history.get_table_rivals,
        "My score against the others here",
        list[TableRival],
        errors=(401, 404, 409),
    ),
    Endpoint(
        "GET",
        ONE + "/glance",
        tables.get_glance,
        "The position as I may see it",
        Glance,
        errors=(401, 403, 404, 409),
    ),
    Endpoint(
        "GET",
        ONE + "/qr.svg",
        tables.get_qr,
        "The invitation",
        str,
        errors=(404, 409),
        media="image/svg+xml",
    ),
    Endpoint(
        "GET",
        ONE + "/events",
        tables.poll,
        "Long poll: frames as on the socket",
        list[dict[str, Any]],
        errors=(400, 401, 404, 409),
        query=("since", "watch"),
    ),
    Endpoint(
        "GET",
        ONE + "/replay",
        finished.get_replay,
        "A finished game as a seat would have seen it",
        Replay,
        errors=(400, 401, 404, 409),
        words=("seat",),
    ),
    Endpoint(
        "GET",
        ONE + "/review",
        finished.get_review,
        "What each decision was worth",
        Review,
        errors=(404, 409),
        also={202: Progress},
    ),
    Endpoint(
        "POST",
        ONE + "/fork",
        finished.fork,
        "Continue from a position",
        Code,
        Fork,
        201,
        (400, 401, 404, 409, 503),
    ),
    *(
        Endpoint(
            "POST",
            f"{ONE}/{kind.path}",
            tables.handler_of(kind),
            kind.summary,
            kind.gives,
            kind,
            errors=SEAT_ERRORS,
        )
        for kind in COMMANDS
    ),
)


def routes() -> list[web.RouteDef]:
    """Return the routes of all endpoints."""
    add = {"GET": web.get, "POST": web.post}
    return [add[point.method](point.path, point.handler) for point in ENDPOINTS]
