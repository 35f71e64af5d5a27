import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

// The table's address while developing with `npm run dev`.
const table = process.env.HATBOX_TABLE ?? 'http://127.0.0.1:8000'

// What a server says in a header (src/hatbox/table/server/guard.py) a static page says itself.
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
const policy: Plugin = {
  name: 'policy',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY }, injectTo: 'head-prepend' },
  ],
}

/** `--mode site` builds the page that needs no server, for any folder of a static web host. */
export default defineConfig(({ mode }) => ({
  plugins: [svelte(), ...(mode === 'site' ? [policy] : [])],
  base: mode === 'site' ? './' : '/',
  build: {
    outDir: mode === 'site' ? '../build/site' : '../src/hatbox/web_dist',
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
  test: { include: ['tests/**/*.test.ts'], environment: 'node', testTimeout: 120_000 },
}))
