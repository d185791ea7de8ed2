// What the person at the page has chosen, kept by the browser.

export type Language = 'en' | 'es';
export type Theme = 'auto' | 'light' | 'dark';

export interface Settings {
  language: Language;
  theme: Theme;
  animate: boolean;
  /** The level that people play against who choose no other. */
  level: number;
}

const key = 'gambito';

function read(): Settings {
  const language: Language = navigator.language.startsWith('es') ? 'es' : 'en';
  const first: Settings = { language, theme: 'auto', animate: true, level: 4 };
  try {
    return { ...first, ...JSON.parse(localStorage.getItem(key) ?? '{}') };
  } catch {
    return first;
  }
}

export const settings: Settings = $state(read());

/** keep shows the settings on the whole page and stores them; main.ts calls it once. */
export function keep() {
  $effect.root(() => {
    $effect(() => {
      document.documentElement.lang = settings.language;
      document.documentElement.dataset.theme = settings.theme;
      try {
        localStorage.setItem(key, JSON.stringify(settings));
      } catch {
        // A browser that stores nothing forgets the settings, no more.
      }
    });
  });
}

/** animated tells whether pieces may move on the screen. */
export function animated(): boolean {
  return settings.animate && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
