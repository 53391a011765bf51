import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { licences } from '../../scripts/bundle.ts';

const BROWSERS = ['chrome123', 'firefox121', 'safari17.5'];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), licences()],
  build: {
    emptyOutDir: true,
    target: BROWSERS,
    cssTarget: BROWSERS,
    // Everything is a file of its own: the page's policy forbids what is written inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
