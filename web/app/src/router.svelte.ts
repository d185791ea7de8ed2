// Where one is: the address of the page, and ways to another one. Links are plain
// <a href>; a click on one that stays within the page loads nothing anew.

interface Place {
  path: string;
  query: URLSearchParams;
}

function here(): Place {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

let current = $state.raw(here());

export const place = {
  get path() {
    return current.path;
  },
  get query() {
    return current.query;
  },
};

/** go shows another address; with replace it takes the place of this one in the
 * browser's history. */
export function go(href: string, replace = false) {
  if (replace) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  current = here();
}

/** link writes an address; values that are empty are left out. */
export function link(path: string, query: Record<string, string | number | boolean | undefined> = {}): string {
  const q = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '' && value !== false) q.set(name, String(value));
  }
  return q.size ? `${path}?${q}` : path;
}

/** follow makes links of the page work; main.ts calls it once. */
export function follow() {
  addEventListener('popstate', () => (current = here()));
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const a = (event.target as Element).closest?.('a');
    if (!a?.href || a.target || a.hasAttribute('download') || a.origin !== location.origin) return;
    if (a.pathname.startsWith('/api/') || (a.hash && a.pathname === location.pathname)) return;
    event.preventDefault();
    if (a.href === location.href) return;
    go(a.href);
    scrollTo(0, 0);
  });
}
