import Testing
import VencejoCore
import VencejoHTTP

struct PipelineOrderTests {
    struct Row: Sendable {
        let pipeline: Pipeline
        let fault: String?
    }

    static let rows: [Row] = [
        Row(pipeline: [], fault: nil),
        Row(pipeline: .standard(), fault: nil),
        Row(pipeline: .standard(.bearer("t")), fault: nil),
        Row(pipeline: [.log(), .authenticate(.bearer("t")), .retry(), .pace()], fault: nil),
        Row(
            pipeline: [
                .authenticate(.bearer("t")), .authenticate(.apiKey(query: "k", value: "v")),
            ],
            fault: nil
        ),
        Row(
            pipeline: [.pace(), .log(), .retry()],
            fault: """
                the pipeline has .pace before .retry: retries would go out without pacing; \
                put .retry first
                """
        ),
        Row(
            pipeline: [.circuitBreaker(), .retry()],
            fault: """
                the pipeline has .circuitBreaker before .retry: retries would go on to a host \
                that is to be left alone; put .retry first
                """
        ),
        Row(
            pipeline: [.hedge(), .coalesce],
            fault: """
                the pipeline has .hedge before .coalesce: the second request would join the \
                first; put .coalesce first
                """
        ),
        Row(
            pipeline: [.retry(), .retry(.never)],
            fault: "the pipeline has .retry twice; take one out"
        ),
    ]

    @Test(arguments: rows) func `an order that makes no sense is named`(row: Row) {
        #expect(row.pipeline.fault == row.fault)
    }

    @Test func `a client with such a pipeline sends nothing and says what to swap`() async {
        let transport = AnswerTransport(200)
        let api = client(transport, pipeline: [.pace(), .retry()])
        let error = await failure { () throws(NetworkError) in try await api.get("x") }
        #expect(error?.description.hasSuffix("put .retry first") == true)
        #expect(transport.requests.isEmpty)
    }
}
