// Where the page's modules lie, seen from here.
export const ASSETS = new URL("../../../../outbound-sender/src/main/resources/dev/sluice/outbound/desk/assets/", import.meta.url);

/** A module of the page. */
export function asset(name) {
  return import(new URL(name, ASSETS).href);
}
