/// What moves the time of sockets in a test; see `VirtualTime`, which is the only one.
package protocol TimeDriver: AnyObject, Sendable {}
