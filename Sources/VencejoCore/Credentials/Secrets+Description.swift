extension Credential: CustomStringConvertible, CustomReflectable {
    /// The scheme, and nothing that could be stolen.
    public var description: String { "Credential(\(scheme))" }

    public var customMirror: Mirror { Mirror(self, children: ["scheme": "\(scheme)"]) }
}

extension AWSSignature: CustomStringConvertible, CustomReflectable {
    /// The name alone: the keys are not shown.
    public var description: String { "AWSSignature" }

    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension OAuthConfiguration: CustomStringConvertible, CustomReflectable {
    /// Who asks and where; the secret is not shown.
    public var description: String { "OAuthConfiguration(\(clientID), \(tokenEndpoint))" }

    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension PKCE: CustomStringConvertible, CustomReflectable {
    /// The challenge, which anybody may see; the verifier is not shown.
    public var description: String { "PKCE(\(method) \(challenge))" }

    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
