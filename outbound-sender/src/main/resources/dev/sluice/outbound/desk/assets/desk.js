// The desk's page, put together: views, filters in the address, live news.
import { get, keepToken, token, whenUnauthorised } from "./api.js";
import { learn, startTicking } from "./clock.js";
import { prepareConfirm } from "./confirm.js";
import { Connection } from "./connection.js";
import { byId, el, setAttr, setText } from "./dom.js";
import { count, revealed } from "./format.js";
import { Lanes } from "./lanes.js";
import { Live } from "./live.js";
import { Outcomes } from "./outcomes.js";
import { Reviews } from "./reviews.js";
import { formatRoute, parseRoute, sameFilter } from "./route.js";
import { Sheet } from "./sheet.js";
import { askToken, prepareToken } from "./token.js";

/** Typing settles for so long before the list is read. */
const TYPING_MS = 250;
/** Senders offered while typing: more than that nobody reads. */
const OFFERED = 200;
const CATCH_UP_MS = 1_000;

const sheet = new Sheet();
const views = { lanes: new Lanes(), reviews: new Reviews(sheet), outcomes: new Outcomes(sheet) };
const connection = new Connection();
let route = { view: null, filter: {} };
let open = null;

sheet.written = (decision, reviews) => views.reviews.written(decision, reviews);

/** Goes where the address says. */
function go() {
  const before = route;
  route = parseRoute(location.hash);
  const isSameView = before.view === route.view;
  for (const [name, view] of Object.entries(views)) {
    byId("view-" + name).hidden = name !== route.view;
    setAttr(byId("nav-" + name), "aria-current", name === route.view ? "page" : null);
    if (name !== route.view) {
      view.hide();
    }
  }
  fill(route.view, route.filter);
  sheet.close();
  views[route.view].show(route.filter, isSameView && sameFilter(before.filter, route.filter));
  if (before.view !== null && !isSameView) {
    byId(route.view + "-title").focus();
  }
  title();
}

function fill(view, filter) {
  for (const field of byId(view + "-filters").elements) {
    if (field.name !== "" && field !== document.activeElement) {
      field.value = filter[field.name] ?? "";
    }
  }
  const clear = document.getElementById(view + "-clear");
  if (clear !== null) {
    clear.hidden = Object.keys(filter).length === 0;
  }
}

/** The filters of a view write the address; the address does the rest. */
function prepareFilters(view) {
  const form = byId(view + "-filters");
  let timer = 0;
  const apply = () => {
    clearTimeout(timer);
    const filter = {};
    for (const field of form.elements) {
      if (field.name !== "") {
        filter[field.name] = field.value.trim();
      }
    }
    const wanted = formatRoute(view, filter);
    if (location.hash !== wanted) {
      history.replaceState(null, "", wanted);
      go();
    }
  };
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(apply, TYPING_MS);
  });
  form.addEventListener("change", apply);
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    apply();
  });
  document.getElementById(view + "-clear")?.addEventListener("click", () => {
    location.hash = formatRoute(view);
    form.elements[0].focus();
  });
}

function prepareSearch() {
  byId("search").addEventListener("submit", (e) => {
    e.preventDefault();
    const text = byId("search-text").value.trim();
    if (text !== "") {
      location.hash = formatRoute("outcomes", { [byId("search-by").value]: text });
    }
  });
  byId("skip").addEventListener("click", (e) => {
    // the address belongs to the views
    e.preventDefault();
    byId("main").focus();
  });
}

/** How many reviews are open: beside the view's name, and in the tab. */
function totals({ total, held, unknown }) {
  open = total;
  const badge = byId("badge");
  badge.hidden = total === 0;
  setText(badge, count(total));
  setText(byId("reviews-lead"), total === 0 ? "" : `${count(unknown)} unknown: nobody can tell whether they were sent. ${count(held)} held: they were not.`);
  title();
}

function title() {
  const name = { lanes: "Lanes", reviews: "Reviews", outcomes: "Outcomes" }[route.view] ?? "";
  document.title = (open ? "(" + count(open) + ") " : "") + name + " – Sluice desk";
}

/** Senders to choose from: those with something to decide first. */
function offerSenders() {
  const senders = [...views.lanes.senders()]
    .sort((a, b) => (b.held ?? 0) + (b.unknown ?? 0) - (a.held ?? 0) - (a.unknown ?? 0))
    .slice(0, OFFERED);
  byId("senders").replaceChildren(...senders.map(({ sender }) => el("option", { value: sender })));
}

/** All that is in sight, read anew: after connecting nobody knows what was missed. */
async function readAll() {
  await views.lanes.load();
  const { held, unknown } = views.lanes.totals();
  totals({ total: held + unknown, held, unknown });
  offerSenders();
  if (route.view === "reviews") {
    await views.reviews.load(true);
  } else if (route.view === "outcomes") {
    await views.outcomes.load(false);
  }
  if (!views.lanes.complete && live.state === "live") {
    setTimeout(readAll, CATCH_UP_MS);
  }
}

function hear(type, data) {
  if (type === "lanes") {
    learn(data.at);
    views.lanes.changed(Array.isArray(data) ? data : data.lanes);
  } else if (type === "reviews") {
    totals(data);
    views.reviews.changed(data);
  } else if (type === "outcomes") {
    views.outcomes.changed();
  }
}

async function introduce() {
  try {
    const { version, instance } = await get("session");
    setText(byId("about"), "Sluice desk " + revealed(version ?? "") + (instance ? " on " + revealed(instance) : ""));
  } catch {
    // the connection says what is wrong
  }
}

const live = new Live({ opened: readAll, event: hear, changed: () => connection.changed() });

whenUnauthorised(() => askToken(token() !== null));
prepareToken(() => live.retry());
byId("forget").addEventListener("click", () => {
  keepToken(null);
  location.reload();
});
prepareConfirm();
prepareSearch();
for (const view of Object.keys(views)) {
  prepareFilters(view);
}
addEventListener("hashchange", go);
startTicking(() => {
  views.lanes.tick();
  views.reviews.tick();
  connection.tick();
});
connection.watch(live);
introduce();
go();
live.retry();
