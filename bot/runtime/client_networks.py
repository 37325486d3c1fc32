"""The network by which a client is known, whatever address of it the client chooses."""

from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

_BITS: Final = 64
"""Bits of an IPv6 address that identify a client, which chooses the remaining bits itself."""


def network_of(address: str) -> IPv4Network | IPv6Network:
    """Return the client's network: of IPv4, the address alone, even if it is written as IPv6.

    Raises:
        ValueError: the text is no address.
    """
    parsed = ip_address(address)
    if not isinstance(parsed, IPv6Address):
        return IPv4Network(parsed)
    if parsed.ipv4_mapped is not None:
        return IPv4Network(parsed.ipv4_mapped)
    return IPv6Network((parsed.packed, _BITS), strict=False)
