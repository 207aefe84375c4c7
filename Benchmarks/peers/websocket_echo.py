"""Python's `websockets` as a peer. Usage: websocket_echo.py URL MESSAGES AT_A_TIME

Prints the messages of 1 KB that came back in a second.
"""
import asyncio
import sys
import time

from websockets.asyncio.client import connect

URL, COUNT, FLIGHT = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])


async def main():
    message = "a" * 1000
    async with connect(URL, compression=None) as socket:
        start = time.perf_counter()
        for _ in range(FLIGHT):
            await socket.send(message)
        for number in range(COUNT):
            await socket.recv()
            if number + FLIGHT < COUNT:
                await socket.send(message)
        print(COUNT / (time.perf_counter() - start))


asyncio.run(main())
