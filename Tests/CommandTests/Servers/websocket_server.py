"""A WebSocket server made of the package `websockets`: it sends back what it gets.

`/echo` echoes, `/parts` sends each message back in fragments, `/count` counts to the number it is
sent and closes. It prints its port.
"""

import asyncio

from websockets.asyncio.server import serve


async def talk(socket):
    path = socket.request.path
    async for message in socket:
        if path == "/parts":
            size = max(1, len(message) // 3)
            await socket.send([message[i : i + size] for i in range(0, len(message), size)])
        elif path == "/count":
            for number in range(int(message)):
                await socket.send(str(number))
            await socket.close(4001, "counted")
            return
        else:
            await socket.send(message)


async def main():
    async with serve(talk, "127.0.0.1", 0, subprotocols=["v2"], max_size=None) as server:
        port = server.sockets[0].getsockname()[1]
        print(f"listening on {port}", flush=True)
        await server.serve_forever()


asyncio.run(main())
