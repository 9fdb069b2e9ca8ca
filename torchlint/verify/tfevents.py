"""TensorBoard's event files, as TensorFlow defines them: records with checksums, each a small protobuf message."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from functools import cache
from math import inf


def event_file(began: float, scalars: Iterable[tuple[float, int, Mapping[str, float]]]) -> bytes:
    """The bytes of an event file for rows of seconds since the epoch, a step, and scalars by tag.

    TensorBoard keeps a scalar as a 32-bit float, which has seven digits.
    Sources: tensorflow/core/util/event.proto, framework/summary.proto and lib/io/record_writer.h.
    """
    version = _event(began, 0, _field(3, b"brain.Event:2"))
    return b"".join(map(_record, (version, *(_event(at, step, _summary(values)) for at, step, values in scalars))))


def _event(at: float, step: int, what: bytes) -> bytes:
    return b"\x09" + struct.pack("<d", at) + b"\x10" + _varint(step) + what


def _summary(values: Mapping[str, float]) -> bytes:
    return _field(5, b"".join(_field(1, _value(tag, number)) for tag, number in values.items()))


def _value(tag: str, number: float) -> bytes:
    return _field(1, tag.encode("utf-8", "replace")) + b"\x15" + _single(number)


def _single(number: float) -> bytes:
    """A 32-bit float; what is too large for one is infinite."""
    try:
        return struct.pack("<f", number)
    except OverflowError:
        return struct.pack("<f", inf if number > 0 else -inf)


def _field(number: int, content: bytes) -> bytes:
    """A field of bytes with its length before it."""
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _varint(number: int) -> bytes:
    digits = bytearray()
    while number > 0x7F:
        digits.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes((*digits, number))


def _record(content: bytes) -> bytes:
    """The length, its checksum, the content, its checksum: a TFRecord."""
    length = struct.pack("<Q", len(content))
    return length + _checksum(length) + content + _checksum(content)


def _checksum(content: bytes) -> bytes:
    """The CRC-32C, turned by 15 bits and moved, so that the checksum of what holds checksums is a good one too."""
    crc = crc32c(content)
    return struct.pack("<I", ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)


def crc32c(content: bytes) -> int:
    """The checksum of RFC 3720, which zlib does not have."""
    crc, table = 0xFFFFFFFF, _table()
    for byte in content:
        crc = table[(crc ^ byte) & 0xFF] ^ crc >> 8
    return crc ^ 0xFFFFFFFF


@cache
def _table() -> tuple[int, ...]:
    return tuple(_shifted(byte) for byte in range(256))


def _shifted(byte: int) -> int:
    for _ in range(8):
        byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
    return byte
