// What a program needs to talk to an API, under one import.
@_exported public import VencejoCache
@_exported public import VencejoCore
@_exported public import VencejoHTTP
@_exported public import VencejoJSON
@_exported public import VencejoStreaming
@_exported public import VencejoTransfer

#if canImport(VencejoFoundation) && canImport(Darwin)
@_exported public import VencejoFoundation
#endif

#if os(Linux)
// The engine's options (authorities, connections) are part of what a program chooses.
@_exported public import VencejoEngine
#endif
