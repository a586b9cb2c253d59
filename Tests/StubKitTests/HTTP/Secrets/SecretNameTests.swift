import Testing

@testable import StubKit

/// What names say of the values under them.
struct SecretNameTests {
  private func kind(_ name: String, under parent: String? = nil) -> SecretName.Kind {
    name.withBytes { name in
      parent.map { $0.withBytes { SecretName(of: name, under: $0).kind } }
        ?? SecretName(of: name).kind
    }
  }

  @Test(arguments: [
    "password", "Password", "PASSWORD", "passwd", "pwd", "pass", "passphrase", "new_password",
    "newPassword", "password2", "password_confirmation", "user[password]", "user.password",
    "j_password", "db-pass", "secret", "clientSecret", "client_secret", "CLIENT-SECRET", "token",
    "accessToken", "access_token", "x-auth-token", "csrfmiddlewaretoken", "authenticity_token",
    "idToken", "RefreshToken", "tokens", "apiKey", "api_key", "API-Key", "APIKey", "apikey",
    "X-Api-Key", "x-goog-api-key", "Ocp-Apim-Subscription-Key", "privateKey", "private_key",
    "SecretAccessKey", "codeVerifier", "code_verifier", "client_assertion", "otp", "otpCode",
    "one_time_code", "verification_code", "2fa_code", "pin", "userPIN", "pins", "cvv", "cvv2",
    "cvc", "cardNumber", "card_number", "card-no", "creditCard", "ccNumber", "account_number",
    "accountNumber", "iban", "ssn", "socialSecurityNumber", "recovery_codes", "credentials",
    "sessionId", "JSESSIONID", "PHPSESSID", "X-Amz-Security-Token",
    "securityAnswer", "connection.string",
  ])
  func `of secrets, in every spelling`(name: String) {
    #expect(kind(name) >= .secret && kind(name) < .named)
  }

  @Test(arguments: [
    "session", "sid", "connect.sid", "Authorization", "Proxy-Authorization", "auth", "assertion",
    "csrf", "_csrf", "xsrf", "X-XSRF", "Cookie", "Set-Cookie", "refresh", "sig", "X-Amz-Signature",
    "SAMLResponse",
  ])
  func `of what may be an object as well`(name: String) {
    #expect(kind(name) >= .secret)
  }

  @Test(arguments: [
    "cert", "token_type", "passwordPolicy", "auth_time", "resetCode1", "sessionData",
  ])
  func `that only hint`(name: String) {
    #expect(kind(name) >= .hinted)
  }

  @Test(arguments: [
    "name", "author", "authority", "pinned", "shipping", "spin", "compass", "passenger", "monkey",
    "keyboard", "publicKey", "primary_key", "sort-key", "country_code", "zipCode", "statusCode",
    "key", "hash", "nonce", "X-Nonce", "state", "digest", "Content-Type", "page", "user", "email",
    "tokenizer", "secretary", "sessile", "", "-", "123",
  ])
  func `of anything else`(name: String) {
    #expect(kind(name) == .plain)
  }

  @Test func `mean something else in what they stand in`() {
    #expect(kind("number", under: "card") == .secret)
    #expect(kind("key", under: "api") == .whole)
    #expect(kind("id", under: "session") == .hinted)
    #expect(kind("number", under: "phone") == .plain)
    #expect(kind("code", under: "error") == .plain)
  }

  @Test func `of counts are told apart`() {
    func isCount(_ name: String) -> Bool { name.withBytes { SecretName(of: $0).has(.counter) } }
    #expect(isCount("max_tokens"))
    #expect(isCount("total_tokens"))
    #expect(!isCount("token"))
    #expect(!isCount("pin"))
  }

  @Test func `of any length are no danger`() {
    #expect(kind(String(repeating: "aB_", count: 10_000) + "password") == .whole)
    #expect(kind(String(repeating: "\u{E9}", count: 1_000)) == .plain)
  }
}
