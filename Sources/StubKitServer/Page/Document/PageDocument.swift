import StubKit

/// The page as a single document, whose policy allows no other script, style or server.
struct PageDocument {
  let title: String
  private let nonce = LivePage.makeToken()

  init(title: String) { self.title = title }

  var fields: StubHeaders {
    var fields = StubHeaders.page(of: "text/html")
    let policy = """
      default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; \
      connect-src 'self'; img-src data: blob:; base-uri 'none'; form-action 'none'; \
      frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'
      """
    fields.append(policy, for: "Content-Security-Policy")
    return fields
  }

  var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <title>StubKit</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:image/svg+xml,\(Self.icon)">
    <style nonce="\(nonce)">
    \(PageStyle.sheet)
    </style>
    </head>
    <body>
    <header>
    <h1>StubKit</h1>
    <p id="place">\(title.withVisibleControls.xmlEscaped)</p>
    <p id="state" role="status">Connecting</p>
    <a id="archive" class="button" download="conversation.har">HAR</a>
    </header>
    \(Self.main)
    <script nonce="\(nonce)">
    "use strict";
    \(PageScript.text)
    </script>
    </body>
    </html>

    """
  }

  private static let icon = """
    %3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E\
    %3Cpath d='M2 3h9v2H2zm2 4h10v2H4zm-2 4h6v2H2z' fill='%235b7fd6'/%3E%3C/svg%3E
    """

  private static let main = """
    <main>
    <section id="problems" aria-labelledby="problems-title" hidden>
    <h2 id="problems-title"></h2>
    <ul id="problem-list"></ul>
    <button id="more-problems" type="button" hidden></button>
    </section>
    <details id="stubs" hidden>
    <summary id="stubs-title"></summary>
    <table>
    <thead><tr><th scope="col">Asked</th><th scope="col">Stub</th></tr></thead>
    <tbody id="stub-list"></tbody>
    </table>
    </details>
    <section id="conversation" aria-label="Conversation">
    <div id="bar">
    <form id="filter" role="search">
    <label class="field"><span class="unseen">Filter by text</span>
    <input id="text" type="search" placeholder="Filter" autocomplete="off" spellcheck="false">
    <kbd aria-hidden="true">/</kbd></label>
    <label id="methods"><span class="unseen">Method</span><select id="method"></select></label>
    <label id="hosts"><span class="unseen">Host</span><select id="host"></select></label>
    <fieldset id="outcomes"><legend class="unseen">Outcome</legend></fieldset>
    </form>
    <div id="columns" aria-hidden="true">
    <span class="when">When</span><span class="method">Method</span><span>Address</span>
    <span>Result</span><span class="size">Size</span><span class="took">Took</span>
    <span class="stub">Stub</span><span class="from">From</span>
    <span class="bar"><span id="axis-start"></span><span id="axis-end"></span></span>
    </div>
    </div>
    <div id="list" role="treegrid" aria-label="Exchanges, newest below" aria-colcount="9"></div>
    <p id="empty"></p>
    <button id="newer" type="button" hidden></button>
    <p id="keys"><kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>Enter</kbd> opens, <kbd>/</kbd> filters</p>
    </section>
    <p id="said" class="unseen" aria-live="polite"></p>
    </main>
    """
}
