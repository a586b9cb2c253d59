extension PageScript {
  static let details = #"""
    function detailsOf(exchange) {
      const cell = make("div", "");
      cell.setAttribute("role", "gridcell");
      const detail = make("div", "detail", cell);
      detail.setAttribute("role", "row");
      detail.setAttribute("aria-level", 2);
      const facts = make("dl", "facts");
      const add = (name, text, className = "") => {
        if (text) facts.append(make("dt", "", name), say("dd", className, text));
      };
      add("Address", exchange.url, "mono");
      add("Result", outcome(exchange), "fact " + exchange.mood);
      if (exchange.error && !exchange.report) add("Error", exchange.error);
      add("Stub", exchange.place && `${exchange.answerer} (${exchange.place})`);
      if (exchange.condition !== exchange.answerer) add("Condition", exchange.condition, "mono");
      if (!exchange.place) add("Answered by", exchange.kind !== "unmatched" && exchange.answerer);
      add("From", exchange.agent);
      add("Moments", moments(exchange));
      cell.append(facts);
      if (exchange.report) cell.append(...reportOf(exchange.report, exchange.paste));
      cell.append(make("div", "messages",
        message("Request", exchange.request),
        exchange.response ? message("Response", exchange.response) : ""));
      return detail;
    }

    function outcome(exchange) {
      if (exchange.isLost) return "The log has dropped it before its end.";
      const status = exchange.status === undefined ? "" : `${exchange.status}, `;
      return status + exchange.outcome
        + (exchange.outcome === "failed" ? `: ${exchange.result}` : "");
    }

    function moments(exchange) {
      const from = exchange.asked;
      const parts = [`asked at ${moment(from)}`];
      const after = (name, time) => {
        if (time !== undefined && time > from) parts.push(`${name} after ${duration(time - from)}`);
      };
      after("decided", exchange.decided);
      after("sent", exchange.sent);
      after("head", exchange.head);
      if (exchange.pieces.length > 1) {
        parts.push(`${exchange.pieces.length} pieces until ${duration(exchange.pieces.at(-1) - from)}`);
      }
      if (exchange.end !== undefined) parts.push(`over after ${duration(exchange.end - from)}`);
      return parts.join(", ");
    }

    function message(title, part) {
      const fields = make("dl", "fields");
      for (const [name, value] of part.fields) {
        fields.append(say("dt", "", name), say("dd", "", value));
      }
      return make("section", "message", make("h3", "", title),
        part.fields.length || part.body ? fields : make("p", "none", "No fields, no body"),
        part.body ? bodyOf(part.body, title) : "");
    }

    function bodyOf(body, title) {
      const about = make("div", "about",
        ...shown([body.type.split(";")[0], bytes(body.size),
          body.shown === undefined ? "" : `the first ${bytes(body.shown)} are shown`]
          .filter(Boolean).join(" · ")));
      const node = make("div", "body", about);
      if (body.image) node.append(pictureOf(body));
      if (body.text !== undefined) {
        about.append(copying("Copy", () => body.text));
        const isCut = body.shown !== undefined;
        const text = make("pre", "", ...(isJSON(body.text, isCut) ? indented(body.text)
          : shown(body.text.replaceAll("\r\n", "\n"), "\n\t")));
        text.tabIndex = 0;
        text.setAttribute("aria-label", `Body of the ${title.toLowerCase()}`);
        node.append(text);
      } else if (body.bytes) {
        node.append(make("pre", "", hexadecimal(body.bytes)));
      }
      return node;
    }

    const decoded = text => Uint8Array.from(atob(text), character => character.charCodeAt(0));

    function pictureOf(body) {
      body.address ??= URL.createObjectURL(new Blob([decoded(body.image)], { type: body.type }));
      const image = make("img", "");
      image.alt = "The body as an image";
      image.src = body.address;
      return image;
    }

    function hexadecimal(text) {
      const all = decoded(text);
      const lines = [];
      for (let start = 0; start < all.length; start += 16) {
        const part = [...all.slice(start, start + 16)];
        lines.push(start.toString(16).padStart(4, "0") + "  "
          + part.map(byte => byte.toString(16).padStart(2, "0")).join(" ").padEnd(49)
          + part.map(byte => byte > 31 && byte < 127 ? String.fromCharCode(byte) : ".").join(""));
      }
      return lines.join("\n");
    }

    // Shows a report without its first line. The line to paste comes last, in a box of its own.
    function reportOf(report, paste) {
      const lines = report.split("\n").slice(1);
      const title = lines.lastIndexOf("To stub it:");
      if (paste && title >= 0) lines.push(lines.splice(title, 2)[0]);
      const text = make("div", "report");
      lines.forEach((line, place) => {
        const mark = /^\s*([✓✗])/.exec(line);
        text.append(say("span", { "✓": "met", "✗": "unmet" }[mark?.[1]] ?? "", line),
          place + 1 < lines.length ? "\n" : "");
      });
      const parts = lines.length ? [text] : [];
      if (paste) {
        parts.push(make("div", "paste", say("code", "", paste), copying("Copy", () => paste)));
      }
      return parts;
    }

    """#
}
