"""QR codes as paths of SVG pictures."""

from reportlab.graphics.barcode.qrencoder import QR8bitByte, QRCode, QRErrorCorrectLevel


def qr_path(text: str) -> tuple[int, str]:
    """Return the number of squares on a side, and the path of the dark ones."""
    code = QRCode(None, QRErrorCorrectLevel.M)
    code.addData(QR8bitByte(text))
    code.make()
    side = int(code.getModuleCount())  # type: ignore[no-untyped-call]
    dark = [(x, y) for y in range(side) for x in range(side) if code.isDark(y, x)]  # type: ignore[no-untyped-call]
    return side, "".join(f"M{x} {y}h1v1h-1z" for x, y in dark)
