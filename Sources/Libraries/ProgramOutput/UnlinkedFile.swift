package import Foundation
package import SystemPackage

/// A file with a descriptor but without a name: it is gone when its last descriptor is closed, even if the program is killed.
package enum UnlinkedFile {
  /// Creates a file in the folder for files of a moment, at the position 0.
  ///
  /// - Throws: The error of the system.
  package static func descriptor(holding data: Data = Data()) throws -> FileDescriptor {
    let path = ScratchFolder.path + "vocative-\(UUID().uuidString)"
    let descriptor = try FileDescriptor.open(
      FilePath(path), .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: [.ownerReadWrite])
    do {
      try FileManager.default.removeItem(atPath: path)
      try descriptor.writeAll(data)
      try descriptor.seek(offset: 0, from: .start)
    } catch {
      try? descriptor.close()
      throw error
    }
    return descriptor
  }
}
