"""The invitation to a table: its link as a QR code."""

import io

import segno


def qr_svg(link: str) -> bytes:
    """Return a link as a QR code; black on white, because phones read that best."""
    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", scale=8, border=2, light="#ffffff", xmldecl=False)
    return out.getvalue()
