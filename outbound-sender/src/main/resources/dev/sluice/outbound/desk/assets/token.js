// The question for the desk's token.
import { keepToken } from "./api.js";
import { byId, setText } from "./dom.js";

/** What can stand in an Authorization header. */
const USABLE = /^[\x21-\x7e]+$/;

/** Asks for a token; `usable(token)` is told each, kept for this tab. */
export function prepareToken(usable) {
  const dialog = byId("ask-token");
  byId("ask-token-form").addEventListener("submit", (e) => {
    e.preventDefault();
    const text = byId("ask-token-text").value.trim();
    if (!USABLE.test(text)) {
      complain("A token is one word of visible ASCII characters.");
      return;
    }
    keepToken(text);
    byId("ask-token-text").value = "";
    dialog.close();
    usable();
  });
  // without a token there is nothing behind it to go back to
  dialog.addEventListener("cancel", (e) => e.preventDefault());
}

/** Opens the question; with what was wrong with the last one. */
export function askToken(wasWrong) {
  const dialog = byId("ask-token");
  byId("ask-token-error").hidden = true;
  if (wasWrong) {
    complain("The desk does not know this token.");
  }
  if (!dialog.open) {
    dialog.showModal();
  }
  byId("ask-token-text").focus();
}

function complain(text) {
  byId("ask-token-error").hidden = false;
  setText(byId("ask-token-error"), text);
}
