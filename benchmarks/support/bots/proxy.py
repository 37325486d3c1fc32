"""A proxy in front of the bot: TLS and HTTP/2 to the browser, HTTP/1.1 to the bot.

With it a page of many files loads at once, as in `docs/operations.md`; without it a browser
requests six files at a time. Node speaks HTTP/2; openssl makes the certificate for this run.
"""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

NODE: Final = Path(sys.prefix) / "bin" / "node"
_PROXY: Final = """
const { readFileSync } = require("node:fs");
const http = require("node:http");
const [target, folder] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true });
const own = { key: readFileSync(`${folder}/key.pem`), cert: readFileSync(`${folder}/cert.pem`) };
const server = require("node:http2").createSecureServer(own, (request, response) => {
  const named = Object.entries(request.headers).filter(([name]) => !name.startsWith(":"));
  const options = { agent, method: request.method, headers: Object.fromEntries(named) };
  const forwarded = http.request(target + request.url, options, (answer) => {
    // HTTP/2 has no headers about a connection.
    const { connection, "transfer-encoding": _, "keep-alive": __, ...headers } = answer.headers;
    response.writeHead(answer.statusCode, headers);
    answer.pipe(response);
  });
  forwarded.on("error", () => response.destroy());
  response.on("close", () => forwarded.destroy());
  request.pipe(forwarded);
});
process.stdin.on("end", () => process.exit()).resume();
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
"""
_CERTIFICATE: Final = (
    *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"),
    *("-nodes", "-days", "1", "-subj", "/CN=127.0.0.1", "-keyout", "key.pem", "-out", "cert.pem"),
)


@asynccontextmanager
async def proxy(target: str) -> AsyncIterator[str]:
    """Run a proxy for the server at that address; yield the proxy's address."""
    with TemporaryDirectory() as folder:
        openssl = await asyncio.create_subprocess_exec(
            *_CERTIFICATE, cwd=folder, stderr=subprocess.DEVNULL
        )
        assert await openssl.wait() == 0
        node = await asyncio.create_subprocess_exec(
            *(NODE, "-e", _PROXY, "proxy", target, folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert node.stdin is not None
        assert node.stdout is not None
        try:
            port = int(await node.stdout.readline())
            yield f"https://127.0.0.1:{port}"
        finally:
            node.stdin.close()  # Node ends with it, even if its starter is gone
            await node.wait()
