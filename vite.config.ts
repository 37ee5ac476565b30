import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** What is needed before any page comes in one piece for each language (web/src/i18n/files.ts). */
function firstWords(id: string): string | undefined {
  const [, language] = /web\/src\/i18n\/(\w+)\/(?:shell|kit|login)\.ts$/.exec(id) ?? []
  return language && `words-${language}`
}

export default defineConfig({
  root: 'web',
  // The panel lives under a base path that is known only when it runs.
  base: './',
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Every browser that runs our scripts knows modulepreload.
    modulePreload: { polyfill: false },
    // The favicon stays a file: one address for all pages, cached for a year.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: firstWords }] } } },
  },
})
