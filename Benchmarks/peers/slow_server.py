"""Answers each request after two seconds. Usage: slow_server.py PORT"""
import asyncio
import sys

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Type: application/json\r\n\r\n{}"


class Server(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport = transport
        self.bytes = b""

    def data_received(self, data):
        self.bytes += data
        while b"\r\n\r\n" in self.bytes:
            self.bytes = self.bytes.split(b"\r\n\r\n", 1)[1]
            asyncio.get_running_loop().call_later(2, self.answer)

    def answer(self):
        if not self.transport.is_closing():
            self.transport.write(ANSWER)


async def main():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Server, "127.0.0.1", int(sys.argv[1]), backlog=2048)
    await server.serve_forever()


asyncio.run(main())
