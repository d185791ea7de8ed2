// The colours of players as plain CSS, for bars, dots and discs beside the board.

const inks: Record<string, string> = {
  black: 'light-dark(#2b2a28, #0c0c0c)',
  white: 'light-dark(#ffffff, #f1efe9)',
  red: '#d9493d',
  yellow: '#f0bf1f',
  blue: '#2d74c9',
  green: '#3a9d53',
};

/** inkOf is the colour of a player's pieces, or one that tells players apart. */
export function inkOf(colours: string[] | undefined, seat: number): string {
  const own = colours?.[seat];
  if (own && inks[own] && colours!.indexOf(own) === seat) return inks[own];
  return ['var(--first)', 'var(--second)', 'var(--good)', 'var(--bad)'][seat % 4];
}
