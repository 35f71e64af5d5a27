import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// The table's address while developing with `npm run dev`.
const table = process.env.HATBOX_TABLE ?? 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/hatbox/web_dist',
    emptyOutDir: true,
    target: 'es2022',
    // The content policy allows no data: addresses but for pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // Workers load rules and boards when they need them.
  worker: { format: 'es' },
  server: { proxy: { '/api': { target: table, ws: true }, '/healthz': table } },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
})
