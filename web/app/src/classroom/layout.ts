import { hierarchy, tree } from 'd3-hierarchy';
import type { Lesson } from './types';

export interface Spot {
  x: number;
  y: number;
}

export interface Layout {
  spots: Spot[];
  width: number;
  height: number;
}

export interface Sizes {
  /** Half the room that a position takes, and one that is a leaf. */
  half: number;
  leaf: number;
  /** From a level to the next. */
  level: number;
  margin: number;
  /** More of it above the root, and below the leaves. */
  top: number;
  bottom: number;
}

/** layout gives every position of a lesson its place. */
export function layout(lesson: Lesson, sizes: Sizes): Layout {
  const children: number[][] = lesson.nodes.map(() => []);
  lesson.nodes.forEach((n, i) => n.parent >= 0 && children[n.parent].push(i));
  const half = (i: number) => (lesson.nodes[i].leaf ? sizes.leaf : sizes.half);
  const root = tree<number>()
    .nodeSize([1, sizes.level])
    .separation((a, b) => half(a.data) + half(b.data))(hierarchy(0, (i) => children[i]));
  const spots: Spot[] = new Array(lesson.nodes.length);
  let left = Infinity;
  let right = -Infinity;
  let bottom = 0;
  root.each((n) => {
    spots[n.data] = { x: n.x, y: n.y };
    left = Math.min(left, n.x - half(n.data));
    right = Math.max(right, n.x + half(n.data));
    bottom = Math.max(bottom, n.y);
  });
  for (const s of spots) {
    s.x += sizes.margin - left;
    s.y += sizes.margin + sizes.top;
  }
  return { spots, width: right - left + 2 * sizes.margin, height: bottom + 2 * sizes.margin + sizes.top + sizes.bottom };
}
