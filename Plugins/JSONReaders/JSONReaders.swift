import Foundation
import PackagePlugin

/// Writes `init(json:)` for the structs of a target that say `JSONReadable`.
@main struct JSONReaders: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target.sourceModule else { return [] }
        return [
            Self.command(
                named: target.name,
                tool: try context.tool(named: "vencejo-readers").url,
                sources: module.sourceFiles.map(\.url),
                folder: context.pluginWorkDirectoryURL
            )
        ]
    }

    static func command(named name: String, tool: URL, sources: [URL], folder: URL) -> Command {
        let sources = sources.filter { $0.pathExtension == "swift" }
        let output = folder.appending(path: "JSONReaders.swift")
        return .buildCommand(
            displayName: "Writing the JSON readers of \(name)",
            executable: tool,
            arguments: [output.path(percentEncoded: false)]
                + sources.map { $0.path(percentEncoded: false) },
            inputFiles: sources,
            outputFiles: [output]
        )
    }
}

#if canImport(XcodeProjectPlugin)
import XcodeProjectPlugin

extension JSONReaders: XcodeBuildToolPlugin {
    func createBuildCommands(
        context: XcodePluginContext,
        target: XcodeTarget
    ) throws -> [Command] {
        [
            Self.command(
                named: target.displayName,
                tool: try context.tool(named: "vencejo-readers").url,
                sources: target.inputFiles.map(\.url),
                folder: context.pluginWorkDirectoryURL
            )
        ]
    }
}
#endif
