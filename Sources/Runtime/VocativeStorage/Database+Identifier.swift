public import GRDB

extension Database {
  /// Returns the identifier, with a number appended if another row of the table already has it: `vacation-2`.
  public func freeIdentifier(_ wanted: String, in table: String) throws -> String {
    let sql = "SELECT EXISTS (SELECT 1 FROM \(table.quotedDatabaseIdentifier) WHERE identifier = ?)"
    var (candidate, number) = (wanted, 1)
    while try Bool.fetchOne(self, sql: sql, arguments: [candidate]) == true {
      number += 1
      candidate = "\(wanted)-\(number)"
    }
    return candidate
  }
}
