public import GRDB

extension Row {
  /// Returns the value of a column with an inferred type; use `Optional` for a column that may be NULL.
  ///
  /// Unlike GRDB's subscript, which terminates the program, it throws if the column contains another type: SQLite lets any
  /// program that can write the file store a blob in a numeric column.
  ///
  /// - Throws: `RowDecodingError`, which `Store` converts to a `StoreError`.
  public func value<Value: DatabaseValueConvertible>(of column: String) throws -> Value {
    try decode(Value.self, forColumn: column)
  }
}
