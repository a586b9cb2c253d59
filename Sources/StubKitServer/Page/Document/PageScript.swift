/// The script shows all foreign content as text, and the page's policy forbids foreign markup, too.
enum PageScript {
  static let text = writing + model + list + details + panels + filter + hearing
}

extension PageScript {
  static let writing = #"""
    const find = id => document.getElementById(id);

    function make(tag, className, ...children) {
      const node = document.createElement(tag);
      if (className) node.className = className;
      node.append(...children);
      return node;
    }

    // Matches invisible characters and those that change the direction of the text, but not those
    // that join the parts of one emoji.
    const hidden = new RegExp(
      "((?!(?<=\\p{ExtPict}\\uFE0F?)\\u200D(?=\\p{ExtPict}))(?!(?<=\\p{Emoji})\\uFE0F)"
      + "[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{DI}])", "u");
    const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0" };
    const escaped = part => short[part] ?? `\\u{${part.codePointAt(0).toString(16)}}`;

    // Replaces the hidden characters of a text by visible escapes, except for those in `allowed`.
    function shown(text, allowed = "") {
      text = String(text);
      if (!hidden.test(text)) return [text];
      return text.split(hidden).map((part, place) =>
        place % 2 && !allowed.includes(part) ? make("span", "control", escaped(part)) : part);
    }

    const say = (tag, className, text) => make(tag, className, ...shown(text));

    function figures(value) {
      return String(+value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0));
    }

    function duration(seconds) {
      if (seconds < 0) return "−" + duration(-seconds);
      if (seconds === 0) return "0";
      if (seconds < 0.0009995) return figures(seconds * 1e6) + " µs";
      if (seconds < 0.9995) return figures(seconds * 1e3) + " ms";
      if (seconds < 59.95) return figures(seconds) + " s";
      const [size, large, small] = seconds < 3599.5 ? [60, "min", "s"] : [3600, "h", "min"];
      const rest = Math.round(seconds / size * 60) % 60;
      return Math.floor(Math.round(seconds / size * 60) / 60) + ` ${large}`
        + (rest ? ` ${rest} ${small}` : "");
    }

    // Formats a moment with three decimals, so that the moments in a column line up.
    function moment(seconds) {
      const minutes = Math.floor(seconds / 60);
      return minutes ? `${minutes}:${(seconds % 60).toFixed(3).padStart(6, "0")}`
        : seconds.toFixed(3);
    }

    function bytes(count) {
      const units = ["B", "KB", "MB", "GB"];
      let unit = 0;
      while (count >= 999.5 && unit < 3) { count /= 1000; unit += 1; }
      return `${+count.toFixed(unit && count < 99.95 ? 1 : 0)} ${units[unit]}`;
    }

    const counted = (count, one, many = one + "s") =>
      `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

    function copying(title, text) {
      const button = make("button", "small", title);
      button.type = "button";
      button.onclick = async event => {
        event.stopPropagation();
        try { await navigator.clipboard.writeText(text()); button.textContent = "Copied"; }
        catch { button.textContent = "Cannot copy"; }
        find("said").textContent = button.textContent;
        setTimeout(() => { button.textContent = title; }, 1500);
      };
      return button;
    }

    // Formats JSON token by token. Parsing it would round large numbers and lose repeated names.
    function indented(text) {
      const tokens = text.match(/"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/gs) ?? [];
      const line = depth => "\n" + "  ".repeat(Math.min(depth, 40));
      const parts = [];
      let depth = 0;
      tokens.forEach((token, place) => {
        const [before, next] = [tokens[place - 1], tokens[place + 1]];
        if ("{[".includes(token)) {
          depth += 1;
          parts.push(token, "}]".includes(next ?? " ") ? "" : line(depth));
        } else if ("}]".includes(token)) {
          depth -= 1;
          parts.push("{[".includes(before ?? " ") ? token : line(depth) + token);
        } else if (token === ",") parts.push("," + line(depth));
        else if (token === ":") parts.push(": ");
        else {
          const kind = token[0] === '"' ? (next === ":" ? "key" : "text")
            : /[-\d]/.test(token[0]) ? "number" : "word";
          parts.push(say("span", kind, token));
        }
      });
      return parts;
    }

    function isJSON(text, isCut) {
      if (!/^\s*[{[]/.test(text)) return false;
      if (isCut) return true;
      try { JSON.parse(text); return true; } catch { return false; }
    }

    """#

  static let model = #"""
    const exchanges = new Map();
    const stubs = new Map();
    const known = { issues: [], missed: 0, now: 0, isOver: false };

    // Returns the kind by which the filter knows the outcome of an exchange.
    function kind(exchange) {
      if (exchange.isLost) return "failed";
      if (exchange.outcome === "pending") return "pending";
      if (exchange.outcome === "unmatched") return "unmatched";
      if (exchange.outcome === "cancelled") return "failed";
      return { bad: "bad", failed: "failed" }[exchange.mood] ?? "good";
    }

    function take(exchange) {
      const before = exchanges.get(exchange.id);
      const address = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(exchange.url);
      exchange.host = address ? address[2] : "";
      exchange.scheme = address ? address[1] : "";
      exchange.path = (address ? address[3] : exchange.url) || "/";
      exchange.kind = kind(exchange);
      const agent = exchange.request.fields.find(([name]) => name.toLowerCase() === "user-agent");
      exchange.agent = agent ? agent[1] : "";
      exchange.version = (before?.version ?? 0) + 1;
      exchange.place_ = before?.place_ ?? -1;
      exchanges.set(exchange.id, exchange);
    }

    // Returns all the text of an exchange that the filter searches, in lower case.
    function words(exchange) {
      const message = part => part
        ? [...part.fields.map(field => field.join(": ")), part.body?.text ?? ""] : [];
      return exchange.words ??= [
        exchange.method, exchange.url, exchange.result, exchange.outcome, exchange.answerer,
        exchange.place, exchange.condition, exchange.error,
        ...message(exchange.request), ...message(exchange.response),
      ].join("\n").toLowerCase();
    }

    function hear(news) {
      if (news.exchange) take(news.exchange);
      if (news.stub) stubs.set(news.stub.id, news.stub);
      if (news.removed !== undefined) stubs.delete(news.removed);
      if (news.issues) known.issues = news.issues;
      if (news.missed) known.missed += news.missed;
      for (const id of news.lost ?? []) {
        const exchange = exchanges.get(id);
        if (exchange) take({ ...exchange, isLost: true, result: "end unknown", mood: "quiet" });
      }
      if (news.now !== undefined) known.now = news.now;
      if (news.archive) keepArchive(news.archive);
      if (news.isOver) known.isOver = true;
    }

    """#
}
