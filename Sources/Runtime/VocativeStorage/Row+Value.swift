public import GRDB

extension Row {
  /// The value of a column, whose type is inferred; `Optional` where it may be NULL.
  ///
  /// Unlike GRDB's subscript, which ends the program, it throws where the column holds another type: SQLite lets every program that
  /// can write the file store a blob in a column of numbers.
  ///
  /// - Throws: `RowDecodingError`, of which `Store` makes a `StoreError`.
  public func value<Value: DatabaseValueConvertible>(of column: String) throws -> Value {
    try decode(Value.self, forColumn: column)
  }
}
