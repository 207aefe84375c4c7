"""Prints "peer, document, microseconds" for a folder of documents, by thread CPU time."""

import pathlib
import statistics
import sys
import time

folder = pathlib.Path(sys.argv[1])
names = ["user", "users", "posts", "map", "statuses"]


def measure(peer, name, run):
    data = (folder / f"{name}.json").read_bytes()
    run(data)
    began = time.thread_time()
    run(data)
    count = max(1, int(0.02 / max(1e-6, time.thread_time() - began)))
    times = []
    for _ in range(9):
        began = time.thread_time()
        for _ in range(count):
            run(data)
        times.append((time.thread_time() - began) / count)
    print(peer, name, statistics.median(times) * 1e6, sep="\t")


def with_msgspec():
    import msgspec

    class Model(msgspec.Struct):
        pass

    class Geo(Model):
        lat: float
        lng: float

    class Address(Model):
        street: str
        suite: str | None
        city: str
        zip_code: str
        geo: Geo

    class Company(Model):
        company_name: str
        catch_phrase: str
        employee_count: int

    class Prefs(Model):
        theme: str
        language: str
        email_notifications: bool
        items_per_page: int

    class User(Model):
        id: int
        username: str
        full_name: str
        email: str
        phone: str
        role: str
        is_active: bool
        is_verified: bool
        level: int
        score: float
        login_count: int
        created_at: str
        updated_at: str
        last_login_at: str | None
        avatar_url: str | None
        bio: str | None
        address: Address
        company: Company
        prefs: Prefs
        tags: list[str]

    class Comment(Model):
        id: int
        post_id: int
        name: str
        email: str
        body: str
        likes: int
        created_at: str

    class Post(Model):
        id: int
        user_id: int
        title: str
        body: str
        is_published: bool
        published_at: str
        tags: list[str]
        comments: list[Comment]

    class Page(Model):
        total_count: int
        posts: list[Post]

    class Geometry(Model):
        type: str
        coordinates: list[list[list[float]]]

    class Feature(Model):
        type: str
        properties: dict[str, str]
        geometry: Geometry

    class Map(Model):
        type: str
        features: list[Feature]

    class Account(Model):
        id: int
        name: str
        screen_name: str
        location: str
        description: str
        followers_count: int
        friends_count: int
        statuses_count: int
        verified: bool
        profile_image_url_https: str
        created_at: str

    class Hashtag(Model):
        text: str
        indices: list[int]

    class Entities(Model):
        hashtags: list[Hashtag]

    class Status(Model):
        id: int
        text: str
        created_at: str
        source: str
        user: Account
        in_reply_to_status_id: int | None
        retweet_count: int
        favorite_count: int
        entities: Entities
        lang: str
        retweeted_status: "Status | None" = None

    class Statuses(Model):
        statuses: list[Status]

    # msgspec looks the name of a model that holds itself up in the module.
    globals()["Status"] = Status
    for name, model in zip(names, [User, list[User], Page, Map, Statuses]):
        measure("msgspec, typed", name, msgspec.json.Decoder(model).decode)


def with_orjson():
    import orjson

    for name in names:
        measure("orjson, untyped", name, orjson.loads)


def with_simdjson():
    import simdjson

    # The tree in C++, and no Python object for any value in it.
    parser = simdjson.Parser()
    for name in names:
        measure("simdjson, parse only", name, parser.parse)


for peer in (with_msgspec, with_orjson, with_simdjson):
    try:
        peer()
    except ImportError as error:
        print(f"{error.name}: not installed here")
