import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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
  },
})
