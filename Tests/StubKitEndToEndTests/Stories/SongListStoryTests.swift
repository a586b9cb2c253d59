import Foundation
import StubKit
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The app's code.

/// What the music search answers.
private struct SongList: Decodable {
  struct Song: Decodable {
    let trackName: String
    let artistName: String
  }

  let resultCount: Int
  let results: [Song]
}

/// Searches for songs.
private struct SongSearch {
  let session: URLSession

  func songs(for term: String) async throws -> (list: SongList, status: Int, url: URL?) {
    var components = URLComponents(string: "https://itunes.example/search")
    components?.queryItems = [
      URLQueryItem(name: "media", value: "music"), URLQueryItem(name: "term", value: term),
    ]
    guard let url = components?.url else { throw URLError(.badURL) }
    let (data, response) = try await session.data(from: url)
    let list = try JSONDecoder().decode(SongList.self, from: data)
    return (list, (response as? HTTPURLResponse)?.statusCode ?? 0, response.url)
  }
}

/// A list of songs from a JSON file in the test bundle.
struct SongListStoryTests {
  @Test func `three songs are parsed, and the session saw the right request`() async throws {
    try await withStubs { _ in
      let search = stub(
        condition: isHost("itunes.example") && isPath("/search")
          && containsQuery(["term": "abbey road", "media": "music"]),
        response: .fixture("Fixtures/songs.json", in: .module))
      let (list, status, url) = try await SongSearch(session: .shared).songs(for: "abbey road")
      #expect(status == 200)
      #expect(list.resultCount == 3)
      #expect(list.results.map(\.trackName) == ["Something", "Because", "The End"])
      #expect(url?.absoluteString == "https://itunes.example/search?media=music&term=abbey%20road")

      let request = try #require(search.requests.first)
      #expect(request.method == .get)
      #expect(request.url == url)
      #expect(request.queryItems.map(\.value) == ["music", "abbey road"])
    }
  }

  @Test func `a missing fixture fails the request and says where it was looked for`() async throws {
    await withStubs { _ in
      stub(condition: anyRequest(), response: .fixture("Fixtures/song.json", in: .module))
      let error = await #expect(throws: URLError.self) {
        try await SongSearch(session: .shared).songs(for: "x")
      }
      #expect(error?.code == .fileDoesNotExist)
      let message = error?.localizedDescription ?? ""
      #expect(message.contains("Fixtures/song.json"))
      #expect(message.contains("songs.json"))
    }
  }
}
