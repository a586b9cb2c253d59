extension PageScript {
  /// The script of the list of exchanges; it draws only the rows near the window.
  static let list = #"""
    const list = find("list");
    let rows = [];
    // Maps the open exchanges to the heights of their details.
    const open = new Map();
    const drawn = new Map();
    let current = null;
    let follows = false;
    let isWaiting = false;

    const rowHeight = () =>
      parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--row"));
    const stickyHeight = () =>
      getComputedStyle(find("bar")).position === "sticky" ? find("bar").offsetHeight : 0;
    const listTop = () => list.getBoundingClientRect().top + scrollY;
    const end = exchange => exchange.end ?? Math.max(known.now, exchange.asked);

    function draw() {
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(() => { isWaiting = false; drawNow(); });
    }

    // Returns the places of the open exchanges in the list, and the heights that they add to it.
    function extras() {
      return [...open].map(([id, height]) => ({ place: exchanges.get(id)?.place_ ?? -1, height }))
        .filter(({ place }) => place >= 0);
    }

    function drawNow() {
      const height = rowHeight();
      const added = extras();
      const top = place => place * height
        + added.reduce((sum, extra) => sum + (extra.place < place ? extra.height : 0), 0);
      list.style.height = top(rows.length) + "px";
      list.setAttribute("aria-rowcount", rows.length);
      const above = scrollY - listTop();
      const placeAt = y => {
        let [low, high] = [0, rows.length];
        while (low < high) {
          const middle = (low + high) >> 1;
          if (top(middle + 1) <= y) low = middle + 1; else high = middle;
        }
        return low;
      };
      const first = placeAt(above - 400);
      const last = Math.min(rows.length, placeAt(above + innerHeight + 400) + 1);
      const places = [];
      for (let place = first; place < last; place += 1) places.push(place);
      // The row with the focus is always drawn, because it would otherwise lose the focus.
      const held = current === null ? -1 : exchanges.get(current)?.place_ ?? -1;
      if (held >= 0 && held < first) places.unshift(held);
      if (held >= last) places.push(held);
      const axis = timeAxis(rows.slice(placeAt(above + stickyHeight()), placeAt(above + innerHeight) + 1));
      const kept = new Set(places.map(place => rows[place].id));
      for (const [id, item] of drawn) if (!kept.has(id)) { item.node.remove(); drawn.delete(id); }
      let next = list.firstChild;
      for (const place of places) {
        const item = itemFor(rows[place]);
        if (item.node === next) next = next.nextSibling;
        else list.insertBefore(item.node, next);
        item.node.style.transform = `translateY(${top(place)}px)`;
        item.row.setAttribute("aria-rowindex", place + 1);
        drawBar(item.bar, rows[place], axis);
      }
      if (!list.querySelector('[tabindex="0"]')) {
        const row = drawn.get(rows[first]?.id)?.row;
        if (row) row.tabIndex = 0;
      }
    }


    function itemFor(exchange) {
      let item = drawn.get(exchange.id);
      if (!item) {
        item = { node: make("div", "item"), row: make("div", "row"), version: 0 };
        item.node.setAttribute("role", "none");
        item.row.setAttribute("role", "row");
        item.row.setAttribute("aria-level", 1);
        item.row.tabIndex = exchange.id === current ? 0 : -1;
        item.row.dataset.id = exchange.id;
        item.node.append(item.row);
        drawn.set(exchange.id, item);
      }
      const isOpen = open.has(exchange.id);
      const isNew = item.version !== exchange.version;
      if (isNew) fill(item, exchange);
      item.version = exchange.version;
      item.row.setAttribute("aria-expanded", isOpen);
      if (item.detail && (!isOpen || isNew)) { item.detail.remove(); item.detail = null; }
      if (isOpen && !item.detail) {
        item.detail = detailsOf(exchange);
        item.node.append(item.detail);
        heights.observe(item.detail);
      }
      if (exchange.kind === "pending") {
        item.took.textContent = duration(end(exchange) - exchange.asked);
      }
      return item;
    }

    function fill(item, exchange) {
      const cell = (className, ...children) => {
        const node = make("span", className, ...children);
        node.setAttribute("role", "gridcell");
        return node;
      };
      const host = (exchange.scheme === "https" ? "" : exchange.scheme && exchange.scheme + "://")
        + exchange.host;
      item.row.className = "row " + exchange.mood;
      item.took = cell("took", duration(end(exchange) - exchange.asked));
      item.bar = cell("bar");
      item.row.replaceChildren(
        cell("when", moment(exchange.asked)), cell("method", ...shown(exchange.method)),
        cell("address", say("span", "host", host), say("span", "path", exchange.path)),
        cell("result", ...shown(exchange.result)),
        cell("size", exchange.size ? bytes(exchange.size) : ""), item.took,
        cell("stub", ...shown(exchange.place ? `${exchange.answerer} · ${exchange.place}`
          : exchange.answerer)),
        cell("from", ...shown(exchange.agent.split(" ")[0])), item.bar);
    }

    const heights = new ResizeObserver(changes => {
      for (const { target } of changes) {
        const id = +target.previousSibling?.dataset.id;
        if (open.has(id) && target.offsetHeight) open.set(id, target.offsetHeight);
      }
      drawNow();
    });

    // Returns a function from a moment to a percentage of the width. Pauses in which no exchange is
    // under way are shortened.
    function timeAxis(seen) {
      // An exchange that is still under way would leave no room for the others.
      const hasEnded = seen.some(exchange => exchange.kind !== "pending");
      const until = exchange =>
        exchange.kind === "pending" && hasEnded ? exchange.asked : end(exchange);
      const spans = seen.map(exchange => [exchange.asked, until(exchange)])
        .sort((a, b) => a[0] - b[0]);
      const busy = [];
      for (const [from, to] of spans) {
        const last = busy.at(-1);
        if (last && from <= last[1]) last[1] = Math.max(last[1], to); else busy.push([from, to]);
      }
      const total = busy.reduce((sum, [from, to]) => sum + to - from, 0);
      const most = Math.max(total / Math.max(busy.length, 4), 1e-6);
      const stops = [];
      let width = 0;
      busy.forEach(([from, to], place) => {
        if (place) width += Math.min(from - busy[place - 1][1], most);
        stops.push([from, width]);
        width += to - from;
        stops.push([to, width]);
      });
      find("axis-start").textContent = busy.length ? moment(busy[0][0]) : "";
      find("axis-end").textContent = busy.length ? "+" + duration(busy.at(-1)[1] - busy[0][0]) : "";
      return time => {
        let place = stops.findIndex(([at]) => at >= time);
        if (place < 0) place = stops.length - 1;
        const [at, x] = stops[place] ?? [time, 0];
        const [before, left] = stops[place - 1] ?? [at, x];
        const share = at > before ? Math.max(0, (time - before) / (at - before)) : 1;
        return (left + Math.min(share, 1) * (x - left)) / (width || 1) * 98;
      };
    }

    function drawBar(bar, exchange, axis) {
      const piece = (className, from, to) => {
        const node = make("i", className);
        node.style.left = axis(from) + "%";
        node.style.width = axis(to) - axis(from) + "%";
        return node;
      };
      const last = end(exchange);
      const parts = exchange.head === undefined
        ? [piece(exchange.kind === "pending" ? "open" : "wait", exchange.asked, last)]
        : [piece("wait", exchange.asked, exchange.head), piece("", exchange.head, last)];
      bar.replaceChildren(...parts);
    }

    function toggle(id, isOpen = !open.has(id)) {
      if (isOpen) open.set(id, open.get(id) ?? 0); else open.delete(id);
      drawNow();
    }

    // Gives the focus to a row, and scrolls to it.
    function go(place) {
      const exchange = rows[Math.max(0, Math.min(place, rows.length - 1))];
      if (!exchange) return;
      const before = drawn.get(current)?.row;
      if (before) before.tabIndex = -1;
      current = exchange.id;
      const [height, added] = [rowHeight(), extras()];
      const top = listTop() + exchange.place_ * height
        + added.reduce((sum, extra) => sum + (extra.place < exchange.place_ ? extra.height : 0), 0);
      if (top < scrollY + stickyHeight()) scrollTo(0, top - stickyHeight());
      if (top + height > scrollY + innerHeight) scrollTo(0, top + height - innerHeight);
      drawNow();
      const row = drawn.get(current).row;
      row.tabIndex = 0;
      row.focus({ preventScroll: true });
    }

    list.addEventListener("click", event => {
      const row = event.target.closest(".row");
      if (!row) return;
      const before = drawn.get(current)?.row;
      if (before) before.tabIndex = -1;
      current = +row.dataset.id;
      row.tabIndex = 0;
      toggle(current);
    });

    list.addEventListener("focusin", event => {
      const row = event.target.closest(".row");
      if (row) current = +row.dataset.id;
    });

    list.addEventListener("keydown", event => {
      const row = event.target.closest(".row");
      if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
      const exchange = exchanges.get(+row.dataset.id);
      const page = Math.max(1, Math.floor((innerHeight - stickyHeight()) / rowHeight()) - 1);
      const actions = {
        ArrowDown: () => go(exchange.place_ + 1), ArrowUp: () => go(exchange.place_ - 1),
        j: () => go(exchange.place_ + 1), k: () => go(exchange.place_ - 1),
        PageDown: () => go(exchange.place_ + page), PageUp: () => go(exchange.place_ - page),
        Home: () => go(0), End: () => go(rows.length - 1),
        Enter: () => toggle(exchange.id), " ": () => toggle(exchange.id),
        ArrowRight: () => toggle(exchange.id, true), ArrowLeft: () => toggle(exchange.id, false),
      };
      if (!actions[event.key]) return;
      event.preventDefault();
      actions[event.key]();
    });

    const isAtEnd = () => scrollY > 0
      && scrollY + innerHeight >= document.documentElement.scrollHeight - 4;

    addEventListener("scroll", () => {
      follows = isAtEnd();
      if (follows) find("newer").hidden = true;
      draw();
    }, { passive: true });
    addEventListener("resize", draw);

    """#
}
