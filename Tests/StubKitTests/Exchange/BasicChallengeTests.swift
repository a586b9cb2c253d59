import Testing

@testable import StubKit

/// The challenge for a user's password among those of a response.
struct BasicChallengeTests {
  @Test(arguments: [
    (#"Basic realm="the vault""#, "the vault"), ("basic realm=vault", "vault"),
    (#"BASIC Realm = "vault", charset="UTF-8""#, "vault"),
    (#"Basic realm="Acme, Inc.""#, "Acme, Inc."),
    (#"Basic charset="UTF-8", realm="Acme, Inc.", x=1"#, "Acme, Inc."),
    (#"Basic realm="a \"quoted\", word""#, #"a "quoted", word"#),
    (#"Basic realm="a=b""#, "a=b"), (#"Basic realm="""#, ""),
    (#"Digest realm="b", nonce="x, Basic y", qop="auth", Basic realm="a""#, "a"),
    (#"Basic realm="a", Digest realm="b""#, "a"), (#"Basic, Digest realm="b""#, nil),
    (#"Negotiate, Basic realm="a""#, "a"), (#"Negotiate YWI=, Basic realm="a""#, "a"),
    (#", ,Basic realm="a","#, "a"), ("Basic\trealm=a", "a"), ("Basic", nil),
    (#"Basic x="realm=1, realm=2""#, nil),
  ])
  func `a realm is found`(field: String, realm: String?) throws {
    let challenge = BasicChallenge(in: ["WWW-Authenticate": field])
    #expect(try #require(challenge).realm == realm)
  }

  @Test(arguments: [
    "", "!", ",", "Bearer", #"Digest realm="Basic realm=1""#, #"Digest realm="a", basic="b""#,
    #"Bearer error="x, Basic realm=y""#, "Basically realm=a",
  ])
  func `another scheme is none`(field: String) {
    #expect(BasicChallenge(in: ["WWW-Authenticate": field]) == nil)
  }

  @Test func `the first of several fields counts that has it`() throws {
    let headers: StubHeaders = [
      "WWW-Authenticate": "Bearer", "WWW-Authenticate": #"Negotiate, Basic realm="a""#,
      "WWW-Authenticate": #"Basic realm="b""#,
    ]
    #expect(try #require(BasicChallenge(in: headers)).realm == "a")
  }
}
