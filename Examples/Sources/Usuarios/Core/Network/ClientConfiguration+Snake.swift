public import Vencejo

extension ClientConfiguration {
    /// Names in JSON are snake case, names in Swift camel case.
    public mutating func useSnakeCase() {
        json.keys = .snakeCase
    }
}
