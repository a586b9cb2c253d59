/// A pattern that can never mean anything, given at a call: `isHost("a.com/x")`.
///
/// Parsers throw it; only the functions of the DSL turn it into a trap.
struct ProgrammerMistake: Error, CustomStringConvertible {
  /// The whole sentence: what is wrong, where, and what to write instead.
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Returns what `body` makes, or stops the program with the sentence of the mistake.
///
/// This is the one place where StubKit traps on purpose. A malformed pattern cannot match anything,
/// and a test that quietly never matches costs more than one that stops at the line to mend.
func orTrap<Value>(
  file: StaticString, line: UInt, _ body: () throws -> Value
) -> Value {
  do {
    return try body()
  } catch {
    fatalError("\(error)", file: file, line: line)
  }
}
