"""Accepts sign-ins as a server does.

acceptor.py CREDENTIALS

CREDENTIALS are lines `DOMAIN:USER:PASSWORD`. A line of input is `begin PROTOCOL APPLICATION_DATA`, with `ntlm` or `negotiate` and the
data of the channel binding that is demanded, or `-`; or it is a token. What became of a token is a line of output: `token BYTES`,
`accepted USER BYTES` with the last token, which may be empty, or `refused REASON`. Bytes are in hexadecimal digits.
"""

import os
import sys
import tempfile

import spnego
from spnego.channel_bindings import GssChannelBindings


def begin(protocol, data):
    bindings = None if data == "-" else GssChannelBindings(application_data=bytes.fromhex(data))
    # The implementations in Python, whatever the system has.
    options = spnego.NegotiateOptions.use_ntlm | spnego.NegotiateOptions.use_negotiate
    return spnego.server(protocol=protocol, options=options, channel_bindings=bindings)


def step(server, token):
    try:
        reply = (server.step(bytes.fromhex(token)) or b"").hex()
        return f"accepted {server.client_principal} {reply}" if server.complete else f"token {reply}"
    except Exception as error:
        return f"refused {type(error).__name__}: {error}".replace("\n", " ")


with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
    file.write(sys.argv[1])
    file.flush()
    os.environ["NTLM_USER_FILE"] = file.name
    for line in sys.stdin:
        if line.startswith("begin "):
            server = begin(*line.split()[1:])
        else:
            print(step(server, line), flush=True)
