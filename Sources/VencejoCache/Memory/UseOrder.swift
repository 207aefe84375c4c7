/// Numbers in the order in which they were last used: each step costs the same, however many.
///
///     newest ⇄ slot ⇄ slot ⇄ oldest
struct UseOrder: Sendable {
    private struct Link: Sendable {
        var newer = -1
        var older = -1
    }

    private var links: [Link] = []
    private var newest = -1
    private(set) var oldest: Int?

    /// Puts a slot in front; it may be new.
    mutating func use(_ slot: Int) {
        if newest == slot { return }
        while links.count <= slot { links.append(Link()) }
        remove(slot)
        links[slot] = Link(newer: -1, older: newest)
        if newest >= 0 { links[newest].newer = slot }
        newest = slot
        if oldest == nil { oldest = slot }
    }

    /// Takes a slot out; nothing happens where it is not in.
    mutating func remove(_ slot: Int) {
        guard slot < links.count else { return }
        let link = links[slot]
        guard link.newer >= 0 || link.older >= 0 || newest == slot else { return }
        if link.newer >= 0 { links[link.newer].older = link.older }
        if link.older >= 0 { links[link.older].newer = link.newer }
        if newest == slot { newest = link.older }
        if oldest == slot { oldest = link.newer >= 0 ? link.newer : nil }
        links[slot] = Link()
    }
}
