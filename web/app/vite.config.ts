import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The built files are committed, so the same sources must give the same bytes
// everywhere: names come from contents, never from times or folders.
export default defineConfig({
  plugins: [svelte({ compilerOptions: { cssHash: ({ hash, css }) => 's' + hash(css) } })],
  build: {
    target: ['chrome123', 'firefox121', 'safari17.5'],
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  // While the page is worked on: npm run dev beside gambito serve.
  server: { proxy: { '/api': { target: 'http://127.0.0.1:7777', changeOrigin: true } } },
});
