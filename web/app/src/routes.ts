import type { Component } from 'svelte';

/** What every page gets: the parts of the path that its route names, and the query. */
export interface PageProps {
  parts: string[];
  query: URLSearchParams;
}

interface Route {
  path: RegExp;
  area: 'play' | 'analyse' | 'review' | 'classroom' | 'rulesheets' | 'saved' | 'lab';
  load: () => Promise<{ default: Component<PageProps> }>;
}

// Each page is a file of its own that is loaded when somebody goes there.
export const routes: Route[] = [
  { path: /^\/$/, area: 'play', load: () => import('./play/Start.svelte') },
  { path: /^\/play\/([^/]+)\/?$/, area: 'play', load: () => import('./play/Game.svelte') },
  { path: /^\/analyse\/?$/, area: 'analyse', load: () => import('./analyse/Analyse.svelte') },
  { path: /^\/review(?:\/([^/]*))?\/?$/, area: 'review', load: () => import('./review/Review.svelte') },
  { path: /^\/classroom\/?$/, area: 'classroom', load: () => import('./classroom/Classroom.svelte') },
  { path: /^\/classroom\/matrix\/?$/, area: 'classroom', load: () => import('./classroom/matrix/MatrixPage.svelte') },
  { path: /^\/rulesheets(?:\/([^/]*))?\/?$/, area: 'rulesheets', load: () => import('./rulesheets/Rulesheets.svelte') },
  { path: /^\/games\/?$/, area: 'saved', load: () => import('./saved/Saved.svelte') },
  { path: /^\/lab(?:\/runs)?\/?$/, area: 'lab', load: () => import('./lab/runs/Runs.svelte') },
  { path: /^\/lab\/new\/?$/, area: 'lab', load: () => import('./lab/runs/New.svelte') },
  { path: /^\/lab\/compare\/?$/, area: 'lab', load: () => import('./lab/runs/Compare.svelte') },
  { path: /^\/lab\/runs\/([^/]+)\/?$/, area: 'lab', load: () => import('./lab/runs/Run.svelte') },
  { path: /^\/lab\/runs\/([^/]+)\/games\/?$/, area: 'lab', load: () => import('./lab/runs/Games.svelte') },
  { path: /^\/lab\/runs\/([^/]+)\/games\/(\d+)\/(\d+)\/(\d+)\/?$/, area: 'lab', load: () => import('./lab/runs/Replay.svelte') },
  { path: /^\/lab\/studies(?:\/([^/]+)\/([^/]+))?\/?$/, area: 'lab', load: () => import('./lab/studies/Studies.svelte') },
  { path: /^\/lab\/training(?:\/([^/]+))?\/?$/, area: 'lab', load: () => import('./lab/training/Training.svelte') },
  { path: /^\/lab\/networks\/?$/, area: 'lab', load: () => import('./lab/training/Networks.svelte') },
  { path: /^\/lab\/bandits\/?$/, area: 'lab', load: () => import('./lab/bandits/Bandits.svelte') },
  { path: /^\/lab\/evolution(?:\/([^/]+))?\/?$/, area: 'lab', load: () => import('./lab/evolution/Evolution.svelte') },
  { path: /^\/lab\/fleet\/?$/, area: 'lab', load: () => import('./lab/fleet/Fleet.svelte') },
];

const nowhere: Route = { path: /^/, area: 'play', load: () => import('./Nowhere.svelte') };

/** routeOf finds the page of a path and what the path names. */
export function routeOf(path: string): { route: Route; parts: string[] } {
  for (const route of routes) {
    const found = route.path.exec(path);
    if (found) return { route, parts: found.slice(1).map((part) => unescaped(part ?? '')) };
  }
  return { route: nowhere, parts: [] };
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
