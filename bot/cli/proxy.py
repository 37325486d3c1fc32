"""`turretur proxy`: print what Caddy or nginx needs for everything that is enabled."""

from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import click

from bot.cli.opening import configured
from bot.cli.options import config_option, json_option
from bot.cli.output import print_json, refuse, with_port

if TYPE_CHECKING:
    from bot.runtime.config.settings import Config

PROXIES: Final = ("caddy", "nginx")


@click.command("proxy")
@click.argument("name", type=click.Choice(PROXIES))
@config_option
@click.option(
    "--machine",
    "machines",
    multiple=True,
    metavar="ADDRESS",
    help="A machine that runs the bot, such as 10.0.0.1; may be repeated. Default: server.host.",
)
@json_option
def command(name: str, config_file: Path | None, machines: tuple[str, ...], as_json: bool) -> None:
    """Print what Caddy or nginx needs for everything that the configuration enables.

    That is the Mini App, calendars, Telegram's updates in mode webhook, the public site and
    /health, at server.public_url. Run it again when one of them is turned on or off.
    """
    config = configured(config_file)
    if not config.server.public_url:
        refuse("server.public_url is empty: it names the address that the proxy serves")
    if path := urlsplit(config.server.public_url).path:
        refuse(f"server.public_url: the bot needs a whole domain, without the path {path}")
    text = proxy_file(name, config, machines)
    if as_json:
        print_json({"proxy": name, "text": text})
    else:
        click.echo(text, nl=False)


def proxy_file(name: str, config: "Config", machines: tuple[str, ...] = ()) -> str:
    """Return the proxy's configuration; `machines`: those of the bot, else the configured host."""
    write = _caddy if name == "caddy" else _nginx
    return write(config, machines or (config.server.host,))


def _caddy(config: "Config", machines: tuple[str, ...]) -> str:
    """Return the configuration for Caddy."""
    server = config.server
    to_bot = [f"reverse_proxy {' '.join(with_port(machine, server.port) for machine in machines)}"]
    if len(machines) > 1:
        to_bot = _block(to_bot[0], "lb_policy least_conn", "lb_try_duration 5s")
    site = _block("request_body", "max_size 1MB")
    if server.status_port:
        site += _block(
            "handle /health", f"reverse_proxy {with_port(machines[0], server.status_port)}"
        )
    if config.public.enabled:
        site += _block("handle", *to_bot)
    else:
        site.append(f"@bot path {' '.join(_paths(config))}")
        site += _block("handle @bot", *to_bot) + _block("handle", "respond 404")
    return "\n".join(_block(urlsplit(server.public_url).netloc, *site)) + "\n"


def _block(head: str, *lines: str) -> list[str]:
    """Return the lines of a block of Caddy's configuration."""
    return [f"{head} {{", *(f"    {line}" for line in lines), "}"]


def _paths(config: "Config") -> list[str]:
    """Return Caddy's patterns of the bot's paths, without those of the public site."""
    paths = ["/app", "/app/*", "/calendar/*"]
    if config.telegram.mode == "webhook":
        paths.append(config.telegram.webhook_path)
    return paths


_NGINX: Final = """\
limit_conn_zone $binary_remote_addr zone=tur_retur:10m;
upstream tur_retur {{ {bots} }}

server {{
    listen {port} ssl http2;
    server_name {host};
    ssl_certificate /etc/letsencrypt/live/{host}/fullchain.pem;
    ssl_certificate_key /etc/letsencrypt/live/{host}/privkey.pem;
    client_max_body_size 1m;
    client_header_timeout 10s;               # an unfinished request holds a connection no longer
    client_body_timeout 10s;
    limit_conn tur_retur 128;                # of one address, requests at once
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_connect_timeout 2s;
{locations}}}
"""
_APP: Final = """\
    location = /app { proxy_pass http://tur_retur; }
    location /app/ {
        proxy_pass http://tur_retur;         # no path here: %2F in an address has to arrive as %2F
        proxy_http_version 1.1;
        proxy_buffering off;                 # the events of a game reach the page at once
        proxy_read_timeout 90s;              # an open page gets something every 25 seconds
    }
    location /calendar/ {
        proxy_pass http://tur_retur;
        access_log off;                      # who knows the address may read the dates
    }
"""
_WEBHOOK: Final = """\
    location = {path} {{
        limit_conn tur_retur 1000;
        proxy_pass http://tur_retur;
        proxy_next_upstream error timeout http_503 non_idempotent;    # each update counts once
    }}
"""


def _nginx(config: "Config", machines: tuple[str, ...]) -> str:
    """Return the configuration for nginx."""
    server = config.server
    address = urlsplit(server.public_url)
    locations = [_APP]
    if config.telegram.mode == "webhook":
        locations.append(_WEBHOOK.format(path=config.telegram.webhook_path))
    if server.status_port:
        target = f"http://{with_port(machines[0], server.status_port)}"
        locations.append(f"    location = /health {{ proxy_pass {target}; }}\n")
    rest = "proxy_pass http://tur_retur;" if config.public.enabled else "return 404;"
    locations.append(f"    location / {{ {rest} }}\n")
    return _NGINX.format(
        bots=" ".join(f"server {with_port(machine, server.port)};" for machine in machines),
        port=address.port or 443,
        host=address.hostname,
        locations="".join(locations),
    )
