"""The peers in Python. Usage: python_http.py aiohttp|httpx URL REQUESTS IN_FLIGHT

Prints `seconds cpu-seconds p50-µs p99-µs`.
"""
import asyncio
import os
import resource
import ssl
import sys
import time

LIBRARY, URL, COUNT, IN_FLIGHT = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
AUTHORITY = os.environ.get("BENCH_AUTHORITY")


def process_time():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


async def measure(get):
    if COUNT > 1 and COUNT != IN_FLIGHT:
        await get()
    times = []

    async def work(share):
        for _ in range(share):
            begin = time.perf_counter()
            await get()
            if IN_FLIGHT == 1:
                times.append((time.perf_counter() - begin) * 1e6)

    cpu, start = process_time(), time.perf_counter()
    shares = [COUNT // IN_FLIGHT + (i < COUNT % IN_FLIGHT) for i in range(IN_FLIGHT)]
    await asyncio.gather(*(work(share) for share in shares))
    seconds = time.perf_counter() - start
    times.sort()
    p50, p99 = (times[len(times) // 2], times[len(times) * 99 // 100]) if times else (0, 0)
    print(seconds, process_time() - cpu, p50, p99)


async def with_aiohttp():
    import aiohttp

    context = ssl.create_default_context(cafile=AUTHORITY) if AUTHORITY else None
    connector = aiohttp.TCPConnector(limit=IN_FLIGHT, ssl=context)
    async with aiohttp.ClientSession(connector=connector) as session:

        async def get():
            async with session.get(URL) as response:
                async for _ in response.content.iter_chunked(65536):
                    pass

        await measure(get)


async def with_httpx():
    import httpx

    limits = httpx.Limits(max_connections=IN_FLIGHT, max_keepalive_connections=IN_FLIGHT)
    async with httpx.AsyncClient(limits=limits, verify=AUTHORITY or True, timeout=60) as client:

        async def get():
            (await client.get(URL)).content

        await measure(get)


asyncio.run(with_aiohttp() if LIBRARY == "aiohttp" else with_httpx())
