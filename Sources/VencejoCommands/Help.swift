/// What `--help` prints.
enum Help {
    static let general = """
        vencejo: a REST client, and a server to try it on.

        USAGE
          vencejo demo [--plain]                 the lessons, end to end, on the embedded server
          vencejo serve [db.json] [options]      serve a JSON file, or the lessons' data
          vencejo METHOD URL [item ...]          send a request; METHOD is get, post, put, patch,
                                                 delete or head
          vencejo download URL [options]         fetch a file, or the rest of one
          vencejo upload FILE URL [options]      send a file, or the rest of one
          vencejo events URL [item ...]          the events of a server as they come
          vencejo ws URL [Header:value ...]      talk over a WebSocket, a line a message
          vencejo cache ls|show|rm ...           look at the answers that --cache kept

        vencejo COMMAND --help explains one command. vencejo --version prints the version.

        """

    static let demo = """
        USAGE
          vencejo demo [--plain]

        Starts the embedded server on a port of the system's choosing and walks through the
        lessons: each step shows the call as written in Swift, what went over the wire, and the
        result. Exits with 0 when every step went as the lessons say.

        OPTIONS
          --plain    no colour, and nothing that differs from run to run
          --help     this text

        """

    static let serve = """
        USAGE
          vencejo serve [db.json] [--port N] [--host ADDRESS] [--latency MS|MIN..MAX] [--fail SHARE]
                        [--persist|--read-only]

        Serves the lessons' data (users, posts, comments, albums, photos, todos), or the
        resources of a JSON file: an object whose arrays become collections. Lists can be
        filtered, sorted, searched and paged: ?userId=1, ?_sort=title&_order=desc, ?q=text,
        ?_page=2&_limit=20, ?_embed=comments, ?_expand=user. Runs until interrupted.

        OPTIONS
          --port N         the port; 0 lets the system choose (3000)
          --host ADDRESS   the address to listen on (127.0.0.1)
          --latency MS     wait before each answer, in milliseconds, or a range: 50..300
          --fail SHARE     answer 503 to this share of requests: 5% or 0.05
          --persist        writes to the lessons' data last until the server stops
          --read-only      writes to a file's data are answered but change nothing
          --help           this text

        A file's data is changed in memory only; the file is never written.

        """

    static let download = """
        USAGE
          vencejo download URL [Header:value ...] [options]

        Fetches a file and prints its path. What has come lies in NAME.vencejo-part until the file
        is whole and checked; a run that ends early leaves it, and the same command goes on from
        there if the file is still the same. Digests that the server promises are checked.

        OPTIONS
          -o, --output PATH  the file, or a folder in which the server's name for it is used (.)
          --replace          take the place of a file that is there
          --number           write beside a file that is there: "big (2).zip"; without a
                             path this is done anyway, with one the download fails
          --sha256 DIGITS    the SHA-256 that the file must have
          --parallel N       fetch parts over N connections at once (1)
          --no-resume        begin from the start, and leave nothing when interrupted
          --timeout SECONDS  for the whole download (none)
          -q, --quiet        no bar and no summary
          --cacert, --cert, --key, --pin, --insecure, --proxy, --unix-socket
                             as for vencejo get
          --help             this text

        EXIT STATUS
          0 success, 1 nobody answered (or TLS, a time-out, no HTTP), 2 wrong usage,
          3 a redirect that was not followed, 4 a 4xx answer, 5 a 5xx answer,
          6 the file could not be written or is damaged, 130 interrupted

        """

    static let upload = """
        USAGE
          vencejo upload FILE URL [Header:value ...] [options]

        Sends a file and prints what the server answers: as the body of a PUT, as a form with
        --form, or in a way that is gone on with after a cut. Then FILE.vencejo-upload says how far
        it is until the upload is whole; the same command goes on from there if the file is still
        the same.

        OPTIONS
          --form NAME          send a form in which the file is the input NAME, by POST
          --form NAME=VALUE    another input of the form
          --tus                by tus 1.0, to a server's address for new uploads
          --resumable          by the IETF's draft; a server without it takes a usual request
          --chunk BYTES        at most so much in one request: 500k, 8M (all)
          --no-record          leave nothing when interrupted
          --method METHOD      another method than PUT or POST
          --gzip               compress what is sent
          --limit BYTES        send no more in a second: 500k, 8M
          --timeout SECONDS    for the whole upload (none)
          -q, --quiet          no bar and no summary
          --cacert, --cert, --key, --pin, --insecure, --proxy, --unix-socket
                               as for vencejo get
          --help               this text

        EXIT STATUS
          0 success, 1 nobody answered (or TLS, a time-out, no HTTP), 2 wrong usage,
          3 a redirect that was not followed, 4 a 4xx answer, 5 a 5xx answer,
          6 the file could not be read, 130 interrupted

        """

    static let events = """
        USAGE
          vencejo events URL [item ...] [options]

        Reads server-sent events (WHATWG HTML, 9.2) until the server ends them or Ctrl-C does. A
        connection that is lost is made again, after the last event that came. Items are those of
        vencejo get; with key=value items or --raw the request is a POST, as chat services want. A
        person sees the type, the identifier and the data; a pipe gets the data alone.

        OPTIONS
          --json         one line of JSON for each event: event, id, data
          --count N      stop after N events
          --last-id ID   begin behind this event
          --help         this text; the options of vencejo get for the connection hold too

        EXIT STATUS
          0 the end, --count or Ctrl-C, else as vencejo get

        """

    static let socket = """
        USAGE
          vencejo ws URL [Header:value ...] [options]

        Opens a WebSocket (RFC 6455): ws://, wss://, or what vencejo get takes. Each line of standard
        input is sent as a text message, each message is printed as a line. Ctrl-C and the end of the
        input close the connection, the end of a pipe once nothing has come for a second.

        OPTIONS
          --subprotocol NAME   offer this subprotocol; may be given again
          --no-compression     do not offer permessage-deflate (RFC 7692)
          --count N            stop after N messages
          --linger SECONDS     how long nothing may come behind the end of a pipe (1)
          --help               this text; the options of vencejo get for the connection hold too

        EXIT STATUS
          0 closed in good order, 1 not so or nobody answered, 2 wrong usage, 3 to 5 as vencejo get

        """

    static let cache = """
        USAGE
          vencejo cache ls [PREFIX]              what is kept, the newest first
          vencejo cache show URL                 the head and the body of what is kept for an address
          vencejo cache rm URL|--prefix PREFIX|--all

        Looks into the file in which vencejo get --cache keeps answers. A line of ls has the status,
        the bytes of the body, the age, how long it stays fresh yet, and the address.

        OPTIONS
          --file FILE   the file, if not the usual one
          --help        this text

        EXIT STATUS
          0 success, 1 nothing is kept for that address, 2 wrong usage or no such file; looking
          makes no file

        """

    static let send = """
        USAGE
          vencejo get|post|put|patch|delete|head URL [item ...] [options]

        URL may leave out the scheme (https), and the host when it is this machine:
        :3000/posts is http://localhost:3000/posts.

        ITEMS
          key=value        a text member of the JSON body
          key:=json        a member of any other kind: id:=7 tags:='["a","b"]'
          key==value       a query item
          Header:value     a header field

        OPTIONS
          -h, --headers      only the head of the answer
          -v, --verbose      the request too, and both heads
          -b, --body         only the body (what a pipe gets anyway)
          --form             send key=value items as a form
          --raw TEXT         send this text as the body
          --cache            keep the answer, and give it again while it is good (RFC 9111);
                             what it was is told on standard error, and also if nothing can be
                             kept
          --cache-file FILE  the same, in this file
          --max-redirects N  follow at most N redirects (20); 0 follows none
          --timeout SECONDS  for the whole call (60)
          --cacert FILE      trust the certificates in this PEM or DER file as well
          --cert FILE        the client's certificate in PEM; with --key FILE its key
          --pin sha256/...   twice: the public keys that the host may have, current and next
          --insecure         do not verify the certificate: only for a server of your own
          --proxy URL        http://, https:// or socks5://[user:password@]host:port, or none;
                             else http_proxy, https_proxy, all_proxy and no_proxy say which
          --unix-socket PATH connect there instead
          --help             this text

        EXIT STATUS
          0 success, or the 304 that a condition asked for, 1 nobody answered (or TLS, a time-out,
          no HTTP, a 304 that nobody asked for), 2 wrong usage, 3 a redirect that was not
          followed, 4 a 4xx answer, 5 a 5xx answer

        """
}
