// Trees of numbers as people write them, for those who draw them by hand. What is wrong
// with a text the server says; here it is enough to know that something is.

export interface Item {
  /** A list of moves, one of outcomes, or a leaf. */
  kind: 'moves' | 'chance' | 'leaf';
  items: Item[];
  /** What a leaf is worth, as it was written. */
  value: string;
  /** Bounds such as 2..9, of a leaf or of a list of moves. */
  bounds: string;
  /** Of an outcome: its probability, as it was written. */
  odds: string;
}

export interface Tree {
  min: boolean;
  root: Item;
}

const leaf = (value: string): Item => ({ kind: 'leaf', items: [], value, bounds: '', odds: '' });

/** parse reads a tree; undefined if it is none. */
export function parse(text: string): Tree | undefined {
  const tokens = text.match(/\[\s*[-+]?[\d.]+?\.\.[-+]?[\d.]+\s*\]|[()[\]]|[\d./]+:|[-+]?\d+(?:\.\d+)?|min|max|[^\s,]/gi) ?? [];
  let at = 0;
  function item(): Item | undefined {
    const token = tokens[at++];
    if (token === undefined) return undefined;
    if (token === '(' || token === '[') return list(token);
    if (token.startsWith('[')) {
      const bounds = token.slice(1, -1).trim();
      if (tokens[at] === '(' && text[ends(at - 1)] === '(') {
        at++;
        const of = list('(');
        return of && { ...of, bounds };
      }
      return { ...leaf(''), bounds };
    }
    return /^[-+]?\d/.test(token) && !token.endsWith(':') ? leaf(token) : undefined;
  }
  function list(open: string): Item | undefined {
    const close = open === '(' ? ')' : ']';
    const of: Item = { kind: open === '(' ? 'moves' : 'chance', items: [], value: '', bounds: '', odds: '' };
    while (at < tokens.length && tokens[at] !== close) {
      let odds = '';
      if (tokens[at].endsWith(':')) odds = tokens[at++].slice(0, -1);
      const next = item();
      if (!next) return undefined;
      of.items.push({ ...next, odds });
    }
    return tokens[at++] === close && of.items.length ? of : undefined;
  }
  // ends is where a token ends in the text: bounds belong to a list right behind them.
  const places: number[] = [];
  let from = 0;
  for (const token of tokens) {
    from = text.indexOf(token, from) + token.length;
    places.push(from);
  }
  const ends = (token: number) => places[token];

  const word = tokens[0]?.toLowerCase();
  if (word === 'min' || word === 'max') at = 1;
  const root = item();
  return root && root.kind !== 'leaf' && at === tokens.length ? { min: word === 'min', root } : undefined;
}

/** format writes a tree. */
export function format(tree: Tree): string {
  const write = (of: Item): string => {
    if (of.kind === 'leaf') return of.bounds ? `[${of.bounds}]` : of.value;
    const odds = of.items.every((i) => i.odds);
    const items = of.items.map((i) => (of.kind === 'chance' && odds ? `${i.odds}:` : '') + write(i)).join(' ');
    return of.kind === 'chance' ? `[${items}]` : `${of.bounds ? `[${of.bounds}]` : ''}(${items})`;
  };
  return (tree.min ? 'min' : '') + write(tree.root);
}

/** numbered lists the positions of a tree in the order in which the server numbers
 * them, each with the one above it. */
export function numbered(tree: Tree): { item: Item; above?: Item }[] {
  const all: { item: Item; above?: Item }[] = [];
  const add = (item: Item, above?: Item) => {
    all.push({ item, above });
    item.items.forEach((child) => add(child, item));
  };
  add(tree.root);
  return all;
}

/** grow adds a move to a position; a leaf becomes a position whose first move keeps its
 * value. Bounds that may not hold any more are dropped. */
export function grow(tree: Tree, number: number): number {
  const { item } = numbered(tree)[number];
  loosen(tree);
  const value = item.value || '0';
  if (item.kind === 'leaf') {
    item.kind = 'moves';
    item.items = [leaf(value)];
    item.value = item.bounds = '';
  }
  const added = leaf(String(Math.floor(Math.random() * 20)));
  item.items.push(added);
  if (item.kind === 'chance') item.items.forEach((i) => (i.odds = '')); // all equally likely again
  return numbered(tree).findIndex((n) => n.item === added);
}

/** prune takes a position away; the last move of a position makes that a leaf again. */
export function prune(tree: Tree, number: number) {
  const { item, above } = numbered(tree)[number];
  if (!above) return;
  loosen(tree);
  above.items = above.items.filter((i) => i !== item);
  if (above.kind === 'chance') above.items.forEach((i) => (i.odds = ''));
  if (above.items.length) return;
  if (above === tree.root) above.items = [item];
  else Object.assign(above, leaf(item.value || '0'), { odds: above.odds });
}

/** put gives a leaf a value. */
export function put(tree: Tree, number: number, value: string) {
  const { item } = numbered(tree)[number];
  if (item.kind !== 'leaf') return;
  loosen(tree);
  item.value = value;
  item.bounds = '';
}

// Bounds of positions hold for the leaves that were there.
function loosen(tree: Tree) {
  for (const { item } of numbered(tree)) if (item.kind === 'moves') item.bounds = '';
}
