import type { Men } from '../types';
import type { Point } from './geometry';

// Where things lie on a backgammon table. Places are numbered as moves name them: the
// points 1 to 24 as white counts, 0 for men borne off, 25 for the bar.

export const off = 0;
export const bar = 25;
export const man = 44;

const rim = 34;
const point = 100;
const barWidth = 96;
const tray = 112;
const height = 1000;

/** Table is the layout as one of the two players sees it, with their home at the lower
 * right; with a cube there is a place for it at the left. */
export class Table {
  readonly left: number;
  readonly width: number;
  readonly height = height + 2 * rim;
  readonly rim = rim;
  readonly tray = tray;
  readonly tall = 410;
  readonly barX: number;
  readonly trayX: number;
  readonly flipped: boolean;

  constructor(flipped: boolean, cube: boolean) {
    this.flipped = flipped;
    this.left = rim + (cube ? tray : 0);
    this.barX = this.left + 6 * point;
    this.trayX = this.left + 12 * point + barWidth + rim / 2;
    this.width = this.trayX + tray + rim / 2;
  }

  get barWidth() {
    return barWidth;
  }

  /** The number that the player who looks gives to a point. */
  label(place: number): number {
    return this.flipped ? 25 - place : place;
  }

  /** The left edge of a point, and whether it hangs from the top. */
  edge(place: number): { x: number; top: boolean } {
    const n = this.label(place);
    const top = n > 12;
    const column = top ? n - 13 : 12 - n;
    return { x: this.left + column * point + (column > 5 ? barWidth : 0), top };
  }

  /** triangle is the outline of a point. */
  triangle(place: number): string {
    const { x, top } = this.edge(place);
    const base = top ? rim : rim + height;
    return `${x + 3},${base} ${x + point - 3},${base} ${x + point / 2},${base + (top ? this.tall : -this.tall)}`;
  }

  /** area is where a place can be pressed. */
  area(place: number, seat: number): { x: number; y: number; width: number; height: number } {
    const bottom = this.#bottom(seat);
    if (place === off) return { x: this.trayX, y: bottom ? rim + height / 2 : rim, width: tray, height: height / 2 };
    if (place === bar) return { x: this.barX, y: bottom ? rim : rim + height / 2, width: barWidth, height: height / 2 };
    const { x, top } = this.edge(place);
    return { x, y: top ? rim : rim + height / 2, width: point, height: height / 2 };
  }

  // A player's men go off at the lower right if that player looks at the board.
  #bottom(seat: number): boolean {
    return (seat === 0) !== this.flipped;
  }

  /** man is where the nth of count men of a seat lies at a place. */
  man(place: number, seat: number, n: number, count: number): Point {
    const bottom = this.#bottom(seat);
    if (place === off) return { x: this.trayX + tray / 2, y: bottom ? rim + height - 14 - n * 27 : rim + 14 + n * 27 };
    if (place === bar) {
      const step = Math.min(man * 2, 300 / Math.max(count - 1, 1));
      return { x: this.barX + barWidth / 2, y: rim + height / 2 + (bottom ? -1 : 1) * (110 + n * step) };
    }
    const { x, top } = this.edge(place);
    const step = Math.min(man * 2, 360 / Math.max(count - 1, 1));
    const along = man + 3 + n * step;
    return { x: x + point / 2, y: top ? rim + along : rim + height - along };
  }

  /** at is the place that a point is in, to a seat who moves. */
  at(p: Point, seat: number): number | undefined {
    for (let place = 0; place <= bar; place++) {
      const a = this.area(place, seat);
      if (p.x >= a.x && p.x < a.x + a.width && p.y >= a.y && p.y < a.y + a.height) return place;
    }
    return undefined;
  }

  /** middle is where the dice of a seat lie. */
  dice(seat: number): Point {
    return { x: this.left + (this.#bottom(seat) ? 9 * point + barWidth : 3 * point), y: rim + height / 2 };
  }

  /** cube is where the cube lies: in the middle, or at its owner's side. */
  cube(owner: number | undefined): Point {
    const y = owner === undefined ? height / 2 : this.#bottom(owner) ? height - 80 : 80;
    return { x: rim / 2 + tray / 2, y: rim + y };
  }
}

/** A man on the table. */
export interface Placed {
  key: string;
  seat: number;
  place: number;
  n: number;
  count: number;
  /** Where it came from: a place and which one it was there. */
  from?: { place: number; n: number; count: number };
}

function counts(men: Men, seat: number): number[] {
  const at = Array<number>(26).fill(0);
  men.points.forEach((n, i) => (at[i + 1] = seat === 0 ? Math.max(n, 0) : Math.max(-n, 0)));
  at[off] = men.off[seat];
  at[bar] = men.bar[seat];
  return at;
}

/** layMen lists all men and, seen from the table before, which have moved. */
export function layMen(men: Men, before: Men | undefined): Placed[] {
  const list: Placed[] = [];
  for (const seat of [0, 1]) {
    const now = counts(men, seat);
    const old = before && counts(before, seat);
    const left: Placed['from'][] = [];
    old?.forEach((count, place) => {
      for (let n = count - 1; n >= now[place]; n--) left.push({ place, n, count });
    });
    if (left.length > 4) left.length = 0;
    now.forEach((count, place) => {
      for (let n = 0; n < count; n++) {
        const from = old && n >= old[place] ? left.shift() : undefined;
        list.push({ key: `${seat} ${place} ${n}`, seat, place, n, count, from });
      }
    });
  }
  return list;
}

/** arrowsOfMen shows a turn such as bar/21 8/4(2) by arrows; a seat counts the points
 * from its own side. */
export function arrowsOfMen(turn: string, seat: number): { from: number; to: number }[] {
  const place = (text: string) => (text === 'bar' ? bar : text === 'off' ? off : seat === 1 ? 25 - Number(text) : Number(text));
  return turn.split(' ').flatMap((part) => {
    const stops = part.replace(/\(\d\)|\*/g, '').split('/');
    return stops.slice(1).map((stop, i) => ({ from: place(stops[i]), to: place(stop) }));
  });
}
