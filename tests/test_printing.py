"""Text for terminals: plain in a pipe, styled on a screen, and always aligned."""

import pytest

from hatbox.printing import Console, bold, framed, in_columns, plain, progress_bar, styled, table, width


def test_styles_take_no_room_and_are_left_out_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    text = f"{bold('Ada')} and {styled('Ben', 'bold red')}"
    assert text != plain(text) == "Ada and Ben" and width(text) == 11
    Console().print(text)
    assert capsys.readouterr().out == "Ada and Ben\n"


def test_a_screen_shows_styles_unless_told_not_to(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Console, "is_terminal", True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    Console().print(bold("Ada"))
    monkeypatch.setenv("NO_COLOR", "1")
    Console().print(bold("Ada"))
    assert capsys.readouterr().out == "\x1b[1mAda\x1b[0m\nAda\n"


def test_a_frame_is_as_wide_as_its_longest_line() -> None:
    lines = framed(f"{bold('stairs')}\nhats", "a long title").splitlines()
    assert {width(line) for line in lines} == {len("│ a long title   │")}
    assert "a long title" in lines[0] and plain(lines[1]).startswith("│ stairs ")
    assert len({width(line) for line in framed("a wide board, wider than its title", "x").splitlines()}) == 1


def test_columns_are_read_downwards_and_fit() -> None:
    assert in_columns(["1 aa", "2 b", "3 cccc", "4 d", "5 e"], 20) == "1 aa   3 cccc   5 e\n2 b    4 d"
    assert in_columns(["a" * 30, "b"], 20) == f"{'a' * 30}\nb"
    assert in_columns(["a", "b", "c"], 20) == "a   b   c"


def test_numbers_end_on_the_right() -> None:
    shown = plain(table(("game", "steps"), [("nim", "7"), ("hat_stairs", "1,000")], "speed", ("steps",)))
    assert shown.splitlines() == [
        "speed",
        "game        steps",
        "─" * 17,
        "nim             7",
        "hat_stairs  1,000",
    ]


def test_a_bar_is_drawn_only_where_somebody_looks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with progress_bar("games") as bar:
        bar(1, 2)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(Console, "is_terminal", True)
    with progress_bar("games") as bar:
        bar(1, 2)
    shown = capsys.readouterr().err
    assert "games" in shown and "1/2" in shown and shown.endswith("\r\x1b[2K")
