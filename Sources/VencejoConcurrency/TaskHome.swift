/// Where a test wants all of its tasks to run, those without a parent too.
///
/// Tasks within a task inherit its executor; those that are begun on their own do not, and ask here.
package enum TaskHome: Sendable {
    @TaskLocal package static var executor: (any TaskExecutor)?
}
