/// A system of linear equations with a symmetric, positive definite matrix.
struct LinearSystem {
  /// The matrix, row after row.
  var matrix: [Double]
  /// The right-hand side.
  var vector: [Double]

  /// A system of zeros, but for `ridge` on the diagonal, which keeps it solvable where nothing was observed.
  init(size: Int, ridge: Double) {
    matrix = [Double](repeating: 0, count: size * size)
    vector = [Double](repeating: 0, count: size)
    for index in 0..<size { matrix[index * size + index] = ridge }
  }

  /// The solution, by Cholesky's decomposition; zeros when rounding has left the matrix indefinite.
  func solution() -> [Double] {
    let size = vector.count
    var lower = matrix
    for row in 0..<size {
      for column in 0...row {
        var sum = matrix[row * size + column]
        for index in 0..<column { sum -= lower[row * size + index] * lower[column * size + index] }
        if row == column {
          guard sum > 0 else { return [Double](repeating: 0, count: size) }
          lower[row * size + row] = sum.squareRoot()
        } else {
          lower[row * size + column] = sum / lower[column * size + column]
        }
      }
    }
    var solution = vector
    for row in 0..<size {
      for index in 0..<row { solution[row] -= lower[row * size + index] * solution[index] }
      solution[row] /= lower[row * size + row]
    }
    for row in (0..<size).reversed() {
      for index in row + 1..<size { solution[row] -= lower[index * size + row] * solution[index] }
      solution[row] /= lower[row * size + row]
    }
    return solution
  }
}
