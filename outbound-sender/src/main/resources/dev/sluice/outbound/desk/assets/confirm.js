// The dialog before every action: it states how many and what, and shows how far the writing is.
import { announce } from "./announce.js";
import { post } from "./api.js";
import { aboutLanes, arrays, command, DECISIONS, needsTyping, NOTE_LIMIT, typedRight } from "./bulk.js";
import { byId, setText } from "./dom.js";
import { count, counted } from "./format.js";

const parts = {};

function part(name) {
  return (parts[name] ??= byId("confirm" + (name === "" ? "" : "-" + name)));
}

/** One run of the dialog: from counting over confirming to the last array written. */
class Run {
  targets = [];
  written = 0;
  stop = new AbortController();
  step = "counting";

  constructor(decision) {
    this.decision = decision;
    this.noun = aboutLanes(decision) ? "sender" : "message";
  }

  /** The number in words; one alone is named. */
  howMany() {
    return this.targets.length === 1 ? "1 " + this.noun : counted(this.targets.length, this.noun);
  }
}

/**
 * Asks and does. `find(signal, progress)` gives {targets, left, named}: those that the decision applies to, how many it
 * leaves alone, and a name where there is just one. Resolves to the targets that were written for: none when the person
 * kept things as they are.
 */
export async function decide(decision, find) {
  const run = new Run(decision);
  const said = DECISIONS[decision];
  const dialog = part("");
  reset(run, said);
  const ended = new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  dialog.showModal();
  part("no").focus();
  try {
    const found = await find(run.stop.signal, (n) => showStep("Counting: " + count(n) + " so far", null));
    run.targets = found.targets;
    ready(run, said, found);
  } catch (e) {
    if (!run.stop.signal.aborted) {
      fail("They could not be counted: " + e.message);
    }
  }
  await ended;
  run.stop.abort();
  return run.targets.slice(0, run.written);
}

let current = null;

function reset(run, said) {
  current = run;
  setText(part("title"), said.button);
  setText(part("detail"), said.detail);
  setText(part("yes"), said.button);
  setText(part("no"), "Keep as it is");
  part("yes").dataset.kind = said.danger ? "danger" : "";
  part("yes").disabled = true;
  part("note").value = "";
  part("note").maxLength = NOTE_LIMIT;
  part("typed").value = "";
  part("error").hidden = true;
  part("left").hidden = true;
  part("typed-field").hidden = true;
  part("note-field").hidden = true;
  showStep("Counting", null);
}

function ready(run, said, found) {
  const n = run.targets.length;
  run.step = "asking";
  part("progress").hidden = true;
  if (found.left > 0) {
    part("left").hidden = false;
    setText(part("left"), counted(found.left, "other") + (found.left === 1 ? " is" : " are") + " selected too. " + said.others);
  }
  if (n === 0) {
    setText(part("title"), "There is nothing to decide");
    setText(part("detail"), "None of the selected ones can take this decision now.");
    return;
  }
  setText(part("title"), said.title(found.named ?? run.howMany()));
  setText(part("yes"), n === 1 ? said.button : said.button + ": " + count(n));
  part("note-field").hidden = aboutLanes(run.decision) || run.decision === "cancel";
  part("typed-field").hidden = !needsTyping(n);
  setText(part("typed-label"), "Type " + count(n) + " to go on");
  part("yes").disabled = needsTyping(n);
  if (needsTyping(n)) {
    part("typed").focus();
  }
  announce(part("title").textContent);
}

function showStep(text, share) {
  part("progress").hidden = false;
  const bar = part("bar");
  if (share === null) {
    bar.removeAttribute("value");
  } else {
    bar.value = share;
  }
  setText(part("step"), text);
}

function fail(text) {
  part("error").hidden = false;
  setText(part("error"), text);
}

async function write(run) {
  run.step = "writing";
  run.stop = new AbortController();
  const { length: n } = run.targets;
  const note = part("note").value.trim();
  part("yes").disabled = true;
  part("error").hidden = true;
  part("note-field").hidden = true;
  part("typed-field").hidden = true;
  setText(part("no"), "Stop");
  part("no").focus();
  const rest = run.targets.slice(run.written).map((target) => command(run.decision, target, note));
  try {
    for (const array of arrays(rest)) {
      if (run.stop.signal.aborted) {
        break;
      }
      showStep(count(run.written) + " of " + count(n) + " written", run.written / n);
      await post(array.body);
      run.written += array.length;
    }
    part("").close();
  } catch (e) {
    // whether the last array was written nobody can tell; writing it again decides nothing twice
    run.step = "asking";
    showStep(count(run.written) + " of " + count(n) + " written", run.written / n);
    fail(e.message + " Try again writes the " + count(n - run.written) + " that are left; none is decided twice.");
    setText(part("yes"), "Try again");
    setText(part("no"), "Close");
    part("yes").disabled = false;
    part("yes").focus();
  }
}

/** Puts the listeners on the dialog, once. */
export function prepareConfirm() {
  part("form").addEventListener("submit", (e) => {
    e.preventDefault();
    if (current?.step === "asking" && !part("yes").disabled) {
      write(current);
    }
  });
  part("typed").addEventListener("input", () => {
    part("yes").disabled = !typedRight(part("typed").value, current.targets.length);
  });
  part("no").addEventListener("click", () => leave());
  part("").addEventListener("cancel", (e) => {
    e.preventDefault();
    leave();
  });
}

// while an array is on its way the dialog waits for it, so that it can say how many were written
function leave() {
  current?.stop.abort();
  if (current?.step !== "writing") {
    part("").close();
  }
}
