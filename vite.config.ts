import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: 'web',
  // The base path of the panel is known only at run time.
  base: './',
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // All supported browsers have modulepreload.
    modulePreload: { polyfill: false },
    // The favicon stays a separate file: one URL for all pages, cached for a year.
    assetsInlineLimit: 0,
  },
})
