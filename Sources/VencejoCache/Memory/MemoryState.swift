/// What a memory store holds; a value, so that every rule of it can be tested without waiting.
struct MemoryState: Sendable {
    struct Slot: Sendable {
        var response: StoredResponse
        var body: [UInt8]
        var cost: Int
    }

    private var slots: [Slot?] = []
    private var free: [Int] = []
    private var order = UseOrder()
    private var byKey: [CacheKey: [Int]] = [:]
    private var byID: [Int64: Int] = [:]
    private var keysByURL: [String: Set<CacheKey>] = [:]
    private var lastID: Int64 = 0
    private(set) var bytes = 0
    let limit: Int
    let entryLimit: Int

    /// So many answers of one key are kept: variants of a page that nobody asks for again.
    static let variants = 64

    init(limit: Int) {
        self.limit = max(0, limit)
        entryLimit = max(0, limit) / 4
    }

    var count: Int { byID.count }

    func responses(for key: CacheKey) -> [StoredResponse] {
        guard let found = byKey[key] else { return [] }
        if found.count == 1, let slot = slots[found[0]] { return [slot.response] }
        return found.compactMap { slots[$0]?.response }
    }

    mutating func body(of id: Int64) -> [UInt8]? {
        guard let slot = byID[id] else { return nil }
        order.use(slot)
        return slots[slot]?.body
    }

    /// Keeps an answer; false where it is too large.
    mutating func save(_ response: StoredResponse, _ body: [UInt8], _ replaced: [StoredResponse])
        -> Bool
    {
        for old in replaced { remove(old.id) }
        let cost = response.cost - response.length + body.count
        guard cost <= entryLimit else { return false }
        while byKey[response.key]?.count ?? 0 >= Self.variants {
            removeOldest(of: response.key)
        }
        var response = response
        lastID += 1
        response.id = lastID
        response.length = body.count
        let slot = free.popLast() ?? slots.count
        if slot == slots.count { slots.append(nil) }
        slots[slot] = Slot(response: response, body: body, cost: cost)
        byKey[response.key, default: []].append(slot)
        byID[response.id] = slot
        keysByURL[response.key.url, default: []].insert(response.key)
        bytes += cost
        order.use(slot)
        while bytes > limit, let oldest = order.oldest, let id = slots[oldest]?.response.id {
            remove(id)
        }
        return byID[lastID] != nil
    }

    mutating func update(_ response: StoredResponse) {
        guard let slot = byID[response.id], let old = slots[slot] else { return }
        let cost = response.cost - response.length + old.body.count
        bytes += cost - old.cost
        slots[slot]?.response = response
        slots[slot]?.cost = cost
    }

    mutating func remove(_ id: Int64) {
        guard let slot = byID.removeValue(forKey: id), let old = slots[slot] else { return }
        let key = old.response.key
        bytes -= old.cost
        slots[slot] = nil
        free.append(slot)
        order.remove(slot)
        byKey[key]?.removeAll { $0 == slot }
        guard byKey[key]?.isEmpty == true else { return }
        byKey[key] = nil
        keysByURL[key.url]?.remove(key)
        if keysByURL[key.url]?.isEmpty == true { keysByURL[key.url] = nil }
    }

    func list(_ choice: CacheChoice) -> [StoredResponse] {
        if case .url(let url) = choice {
            return (keysByURL[url] ?? []).flatMap(responses)
        }
        return slots.compactMap { $0?.response }.filter(choice.contains)
    }

    private mutating func removeOldest(of key: CacheKey) {
        guard
            let oldest = byKey[key]?.compactMap({ slots[$0]?.response }).min(by: { $0.id < $1.id })
        else { return }
        remove(oldest.id)
    }
}
