import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// One file with all that a page of steps needs, which gambito explain --html writes into
// the page itself: there is no server then to ask for more.
export default defineConfig({
  plugins: [svelte({ compilerOptions: { css: 'injected', cssHash: ({ hash, css }) => 's' + hash(css) } })],
  build: {
    target: ['chrome123', 'firefox121', 'safari17.5'],
    emptyOutDir: false,
    copyPublicDir: false,
    reportCompressedSize: false,
    rollupOptions: {
      input: 'src/classroom/standalone.ts',
      output: { format: 'iife', entryFileNames: 'lesson.js' },
    },
  },
});
