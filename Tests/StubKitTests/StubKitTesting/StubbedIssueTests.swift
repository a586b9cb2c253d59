import Foundation
import StubKit
import Testing

@testable import StubKitTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The issues that a `.stubbed` test ends with.
struct StubbedIssueTests {
  private struct Broken: Error, CustomStringConvertible {
    let description = "the fixture is broken"
  }

  /// What was recorded while a test body ran with a trait.
  private func issues(
    with trait: StubbedTrait = .stubbed, _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> [Issue] {
    try await RecordedIssues.of(trait) { _ in try await body() }.all
  }

  @Test func `an unmatched request is an issue of the test, with the report`() async throws {
    let issues = try await issues {
      stub(
        condition: isPath("/users"), expected: .any, fileID: "T/U.swift", line: 3,
        response: .json([]))
      _ = try? await URLSession.shared.data(from: Self.url("https://issue.test/user"))
    }
    #expect(
      issues.map { "\($0.comments.first?.rawValue ?? "")" } == [
        """
        No stub matches GET https://issue.test/user
        The only stub:
          the stub at U.swift:3
            ✗ isPath("/users"): the path is "/user"
        To stub it:
          stub(condition: isHost("issue.test") && isPath("/user"), response: .json([:]))
        """
      ])
    #expect(issues.first?.sourceLocation == Test.current?.sourceLocation)
    #expect(issues.first?.severity == .error)
  }

  @Test func `a closure that throws is an issue at the line of its stub`() async throws {
    let issues = try await issues {
      stub(
        condition: isPath("/users"), named: "users", fileID: "T/U.swift", filePath: "/T/U.swift",
        line: 3, column: 7
      ) { _ in throw Broken() }
      _ = try? await URLSession.shared.data(from: Self.url("https://issue.test/users"))
    }
    #expect(
      issues.map { $0.comments.first?.rawValue } == [
        #"The closure of "users" at U.swift:3 threw for GET https://issue.test/users: "#
          + "the fixture is broken"
      ])
    let location = SourceLocation(
      fileID: "T/U.swift", filePath: "/T/U.swift", line: 3, column: 7)
    #expect(issues.first?.sourceLocation == location)
    #expect(issues.first?.severity == .error)
  }

  @Test func `a failure that a stub was asked for is none`() async throws {
    let issues = try await issues {
      stub(condition: isHost("issue.test"), response: .failure(.timedOut))
      _ = try? await URLSession.shared.data(from: Self.url("https://issue.test/users"))
    }
    #expect(issues.isEmpty)
  }

  @Test(arguments: [
    (UnusedStubs.warning, Issue.Severity?.some(.warning)), (.error, .some(.error)), (.ignore, nil),
  ])
  func `an unused stub is what one says it is, at its line`(
    unused: UnusedStubs, severity: Issue.Severity?
  ) async throws {
    let issues = try await issues(with: .stubbed(unused: unused)) {
      stub(condition: isPath("/a"), fileID: "T/U.swift", line: 3, response: .json([]))
      stub(condition: isPath("/b"), expected: .any, response: .json([]))
    }
    #expect(issues.map(\.severity) == [severity].compactMap(\.self))
    guard severity != nil else { return }
    #expect(
      issues.first?.comments.first?.rawValue
        == #"The stub at U.swift:3 was never used: isPath("/a")"# + silenceRemark)
    #expect(issues.first?.sourceLocation?.line == 3)
  }

  @Test func `an unused stub is a warning unless one says otherwise`() async throws {
    let issues = try await issues { stub(condition: isPath("/a"), response: .json([])) }
    #expect(issues.map(\.severity) == [.warning])
  }

  @Test func `a test that throws is not told of what it did not get to`() async throws {
    let issues = try await RecordedIssues.of { _ in
      stub(condition: isPath("/a"), response: .json([]))
      throw Broken()
    }
    #expect(issues.all.isEmpty)
    #expect(issues.thrown is Broken)
  }

  @Test func `a stub from a wrapper with an odd file ID is still reported`() async throws {
    let issues = try await issues {
      stub(condition: isPath("/a"), fileID: "odd", line: 0, column: -1, response: .json([]))
    }
    #expect(issues.first?.sourceLocation?.fileID == "Unknown/odd")
    #expect(issues.first?.sourceLocation?.line == 1)
  }

  @Test func `a mistake is an issue at its line as soon as it is made, and only once`() async throws
  {
    let issues = try await RecordedIssues.of { recorded in
      stub(condition: isHost("a.b/c"), fileID: "T/U.swift", line: 3, response: .json([]))
      #expect(recorded.places == ["U.swift:3"])
      withStubs(unmatched: .fail(except: isPort(-1), fileID: "T/U.swift", line: 4)) { _ in
        _ = stub(condition: !isHost(""), fileID: "T/U.swift", line: 5, response: .json([]))
      }
    }
    #expect(issues.places == ["U.swift:3", "U.swift:4", "U.swift:5"])
    #expect(
      issues.texts == [
        #"The condition of the stub at U.swift:3 has a mistake, and matches nothing: "#
          + #"isHost("a.b/c"): a host is a name alone, without scheme, path and blanks: "api.example.com", or "*.example.com" for its subdomains"#,
        "The exception in .fail(except:) at U.swift:4 has a mistake, and allows nothing: "
          + "isPort(-1): a port is a number from 0 to 65535",
        "The condition of the stub at U.swift:5 has a mistake, and matches nothing: "
          + #"isHost(""): a host is a name alone, without scheme, path and blanks: "api.example.com", or "*.example.com" for its subdomains"#,
      ])
    #expect(issues.all.allSatisfy { $0.severity == .error })
  }

  @Test func `a mistake in the trait itself is an issue before the test begins`() async throws {
    let policy = UnmatchedPolicy.fail(except: isPort(-1), fileID: "T/U.swift", line: 4)
    let issues = try await RecordedIssues.of(.stubbed(unmatched: policy)) { recorded in
      #expect(recorded.places == ["U.swift:4"])
    }
    #expect(issues.places == ["U.swift:4"])
  }

  @Test func `a mistake in a policy is told once, however many scopes take it over`() async throws {
    let policy = UnmatchedPolicy.fail(except: isPort(-1), fileID: "T/U.swift", line: 4)
    let issues = try await RecordedIssues.of(.stubbed(unmatched: policy)) { recorded in
      for _ in 1...2 { withStubs { _ in withStubs { _ in } } }
      #expect(recorded.places == ["U.swift:4"])
      await withStubs { registry in
        _ = try? await URLSession.shared.data(from: Self.url("https://issue.test/user"))
        let error = #expect(throws: StubVerificationError.self) { try registry.verify() }
        #expect(
          error?.description.contains("at U.swift:4 has a mistake, and allows nothing") == true)
      }
    }
    #expect(issues.texts.count == 2)
    #expect(
      issues.texts.last??.hasPrefix(
        """
        The exception in .fail(except:) at U.swift:4 has a mistake, and allows nothing: \
        isPort(-1): a port is a number from 0 to 65535
        No stub matches GET https://issue.test/user

        """) == true)
    #expect(issues.thrown == nil)
  }

  @Test func `looking for logged requests with a mistake is an issue`() async throws {
    let issues = try await RecordedIssues.of { _ in
      let requests = StubRegistry.current.requests(
        matching: !isHost(""), fileID: "T/U.swift", line: 4)
      #expect(requests.isEmpty)
    }
    #expect(
      issues.texts == [
        "The matcher of requests(matching:) at U.swift:4 has a mistake, and matches nothing: "
          + #"isHost(""): a host is a name alone, without scheme, path and blanks: "api.example.com", or "*.example.com" for its subdomains"#
      ])
  }

  private static func url(_ text: String) throws -> URL {
    try #require(URL(string: text))
  }
}
