extension PageScript {
  static let panels = #"""
    const shownAtFirst = 3;
    let showsAllProblems = false;

    // Returns each problem once: first those of exchanges, and then those of no single exchange.
    function problems() {
      const found = new Map();
      for (const exchange of exchanges.values()) {
        if (!exchange.report) continue;
        const known = found.get(exchange.report);
        if (known) known.count += 1;
        else found.set(exchange.report,
          { text: exchange.report, paste: exchange.paste, exchange, count: 1 });
      }
      for (const issue of known.issues) found.set(issue.text, { ...issue, count: 1 });
      return [...found.values()];
    }

    let drawnProblems = "";

    function drawProblems() {
      const all = problems();
      const signature = JSON.stringify(
        [showsAllProblems, all.map(({ text, count }) => [text, count])]);
      if (signature === drawnProblems) return;
      drawnProblems = signature;
      const title = counted(all.length, "problem");
      if (find("problems-title").textContent !== title) find("said").textContent = title;
      find("problems-title").textContent = title;
      find("problems").hidden = all.length === 0;
      document.title = (all.length ? `(${all.length}) ` : "") + "StubKit";
      const visible = showsAllProblems ? all.slice(0, 200) : all.slice(0, shownAtFirst);
      find("problem-list").replaceChildren(...visible.map(problem));
      const rest = all.length - visible.length;
      find("more-problems").hidden = rest === 0 || showsAllProblems;
      find("more-problems").textContent = `Show ${rest} more`;
    }

    function problem({ text, paste, exchange, count, place }) {
      const headline = make("div", "headline", say("strong", "", text.split("\n")[0]));
      if (place && !text.includes(place)) headline.append(say("span", "times", place));
      if (count > 1) headline.append(make("span", "times", `${count} times`));
      if (exchange) {
        const button = make("button", "small", "Show request");
        button.type = "button";
        button.onclick = () => reveal(exchange.id);
        headline.append(button);
      }
      return make("li", "", headline, ...reportOf(text, paste));
    }

    // Opens an exchange. If the filter hides it, the filter is reset.
    function reveal(id) {
      if (exchanges.get(id).place_ < 0) resetFilter();
      open.set(id, open.get(id) ?? 0);
      go(exchanges.get(id).place_);
    }

    find("more-problems").onclick = () => {
      showsAllProblems = true;
      drawProblems();
      find("problem-list").children[shownAtFirst]?.querySelector("button")?.focus();
    };

    function standing(stub) {
      if (stub.count < stub.least) return known.isOver ? "wrong" : "few";
      return stub.most !== undefined && stub.count > stub.most ? "wrong" : "";
    }

    function drawStubs() {
      const all = [...stubs.values()];
      const rank = stub => standing(stub) ? 0 : 1;
      all.sort((a, b) => rank(a) - rank(b) || a.id - b.id);
      const few = all.filter(stub => stub.count < stub.least).length;
      find("stubs").hidden = all.length === 0;
      find("stubs-title").replaceChildren(
        counted(all.length, "stub"),
        make("span", "aside", few ? ` · ${few} used too rarely${known.isOver ? "" : " so far"}` : ""));
      const visible = all.slice(0, 500);
      find("stub-list").replaceChildren(...visible.map(stub => {
        const notes = [stub.name === undefined ? "" : stub.condition];
        const about = [stub.place, stub.expected && `expects ${stub.expected}`,
          stub.isActive ? "" : "answers no more"].filter(Boolean).join(" · ");
        const title = stub.name === undefined ? say("span", "condition", stub.condition)
          : say("span", "name", stub.name);
        return make("tr", stub.isActive ? "" : "aside-row",
          make("td", standing(stub), stub.count.toLocaleString("en")),
          make("td", "", title, ...notes.filter(Boolean).map(note => say("span", "condition note", note)),
            say("span", "note", about)));
      }));
      if (all.length > visible.length) {
        find("stub-list").append(make("tr", "", make("td", ""),
          make("td", "note", `and ${counted(all.length - visible.length, "more stub")}`)));
      }
    }

    """#

  static let filter = #"""
    const outcomes = [
      ["all", "All"], ["good", "Answered"], ["bad", "4xx 5xx"], ["failed", "Failed"],
      ["unmatched", "Unmatched"], ["pending", "Under way"],
    ];
    const counts = {};
    for (const [value, title] of outcomes) {
      const input = make("input", "");
      Object.assign(input, { type: "radio", name: "outcome", value, defaultChecked: value === "all" });
      counts[value] = make("b", "", "0");
      const mood = { bad: "bad", failed: "failed", unmatched: "failed" }[value] ?? "";
      find("outcomes").append(make("label", mood, input, title, counts[value]));
    }

    const wanted = () => ({
      words: find("text").value.toLowerCase().split(/\s+/).filter(Boolean),
      method: find("method").value, host: find("host").value,
      outcome: document.querySelector("#outcomes :checked").value,
    });

    // Offers the values that occur, and hides the menu if there are fewer than two.
    function offer(name, title, values) {
      const [select, whole] = [find(name), find(name + "s")];
      const found = [...values].sort();
      whole.hidden = found.length < 2;
      const signature = JSON.stringify(found);
      if (select.dataset.values === signature) return;
      select.dataset.values = signature;
      const chosen = select.value;
      select.replaceChildren(...["", ...found].map(value => {
        const option = say("option", "", value || title);
        option.value = value;
        return option;
      }));
      select.value = found.includes(chosen) ? chosen : "";
    }

    function sift() {
      const { words: sought, method, host, outcome } = wanted();
      const [methods, hosts, found] = [new Set(), new Set(), {}];
      const before = rows.length;
      rows = [];
      for (const exchange of exchanges.values()) {
        methods.add(exchange.method);
        if (exchange.host) hosts.add(exchange.host);
        exchange.place_ = -1;
        const fits = (!method || exchange.method === method) && (!host || exchange.host === host)
          && sought.every(word => words(exchange).includes(word));
        if (!fits) continue;
        found.all = (found.all ?? 0) + 1;
        found[exchange.kind] = (found[exchange.kind] ?? 0) + 1;
        if (outcome !== "all" && exchange.kind !== outcome) continue;
        exchange.place_ = rows.length;
        rows.push(exchange);
      }
      offer("method", "All methods", methods);
      offer("host", "All hosts", hosts);
      for (const [value] of outcomes) {
        counts[value].textContent = (found[value] ?? 0).toLocaleString("en");
        const input = counts[value].previousSibling.previousSibling;
        input.parentNode.hidden = !found[value] && !input.checked && value !== "all";
      }
      const empty = exchanges.size === 0
        ? known.isOver ? "Nothing was asked." : "Nothing has been asked yet. Requests appear here as they come."
        : rows.length === 0 ? "No exchange fits the filter." : known.missed > 0
          ? `${counted(known.missed, "earlier exchange")} ${known.missed === 1 ? "is" : "are"} not shown: the log has dropped them.`
          : "";
      find("empty").textContent = empty;
      find("empty").hidden = !empty;
      find("keys").hidden = rows.length === 0;
      find("bar").hidden = exchanges.size === 0;
      return rows.length - before;
    }

    function resetFilter() {
      find("filter").reset();
      sift();
    }

    function filterNow() {
      sift();
      if (scrollY > listTop() - stickyHeight()) scrollTo(0, listTop() - stickyHeight());
      drawNow();
      find("said").textContent = counted(rows.length, "exchange");
    }

    find("filter").addEventListener("input", filterNow);
    find("filter").addEventListener("submit", event => event.preventDefault());
    find("text").addEventListener("keydown", event => {
      if (event.key === "Escape") { event.target.value = ""; filterNow(); }
      if (event.key === "ArrowDown" || event.key === "Enter") { event.preventDefault(); go(0); }
    });
    addEventListener("keydown", event => {
      const isTyping = event.target.closest("input:not([type=radio]), select, textarea");
      if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        find("text").select();
        find("text").focus();
      }
    });

    """#

  static let hearing = #"""
    const here = location.pathname.replace(/\/$/, "");
    find("archive").href = here + "/har";

    // Keeps the last archive in the page, because the server is gone after the end of the test.
    function keepArchive(text) {
      find("archive").href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
      known.hasArchive = true;
    }

    let isChanged = false;

    function show() {
      if (isChanged) return;
      isChanged = true;
      requestAnimationFrame(() => {
        isChanged = false;
        const [followed, added] = [follows, sift()];
        drawProblems();
        drawStubs();
        drawNow();
        if (followed) scrollTo(0, document.documentElement.scrollHeight);
        else if (added > 0) showNewer(added);
      });
    }

    const newer = find("newer");

    function showNewer(added) {
      const isBelow = list.getBoundingClientRect().bottom > innerHeight + rowHeight() / 2;
      if (!isBelow || scrollY <= 0) return;
      const count = (newer.hidden ? 0 : +newer.dataset.count) + added;
      newer.dataset.count = count;
      newer.textContent = `↓ ${counted(count, "newer exchange")}`;
      newer.hidden = false;
    }

    newer.onclick = () => {
      newer.hidden = true;
      go(rows.length - 1);
      scrollTo(0, document.documentElement.scrollHeight);
    };

    function stand(className, text) {
      const state = find("state");
      if (state.textContent !== text) state.textContent = text;
      state.className = className;
    }

    const events = new EventSource(here + "/events");
    events.onopen = () => {
      // On each connection the server sends all that it still has, from the beginning.
      known.missed = 0;
      known.issues = [];
      stubs.clear();
      stand("live", "Live");
    };
    events.onmessage = ({ data }) => {
      hear(JSON.parse(data));
      if (known.isOver) stand("over", "The test is over");
      if (known.hasArchive) events.close();
      show();
    };
    events.onerror = () => {
      if (!known.isOver) return stand("lost", "The server has gone");
      events.close();
      find("archive").hidden = !known.hasArchive;
    };

    // The list of stubs is open if the window has room for it beside the list of exchanges.
    const isWide = matchMedia("(min-width: 1500px)");
    isWide.onchange = () => { find("stubs").open = isWide.matches; };
    isWide.onchange();
    show();
    """#
}
