"""A tus server made of the package `tuspyserver`: it keeps what it gets in the folder it is given.

It prints its port, and the SHA-256 of each upload that is whole.
"""

import hashlib
import socket
import sys

import uvicorn
from fastapi import FastAPI
from tuspyserver import create_tus_router


def complete(path, metadata):
    with open(path, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    print(f"whole {metadata.get('filename')} {digest}", flush=True)


app = FastAPI()
app.include_router(
    create_tus_router(files_dir=sys.argv[1], on_upload_complete=complete)
)
listener = socket.socket()
listener.bind(("127.0.0.1", 0))
listener.listen()
print(f"listening on {listener.getsockname()[1]}", flush=True)
config = uvicorn.Config(app, log_level="warning")
uvicorn.Server(config).run(sockets=[listener])
