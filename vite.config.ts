import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * A style sheet in the head keeps the screen white until it has arrived; after the frame it holds back only what comes
 * after it.
 */
const frameFirst: Plugin = {
  name: 'frame-first',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
      const without = sheets.reduce((text, sheet) => text.replace(sheet, ''), html)
      return without.replace('<noscript>', `${sheets.join('')}<noscript>`)
    },
  },
}

const widgets =
  /@mantine\/core\/esm\/components\/(ActionIcon|Alert|Button|CloseButton|Drawer|FocusTrap|Input|InputBase|Loader|Menu|Modal|ModalBase|Overlay|Paper|PasswordInput|Popover|Portal|SegmentedControl|TextInput|Transition|UnstyledButton|VisuallyHidden)\//

export default defineConfig({
  root: 'web',
  // The base path of the panel is known only at run time.
  base: './',
  plugins: [react(), frameFirst],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // All supported browsers have modulepreload.
    modulePreload: { polyfill: false },
    // The favicon stays a separate file: one URL for all pages, cached for a year.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // What every page uses comes in one piece: many small files cost more than they hold.
      output: { codeSplitting: { groups: [{ name: 'widgets', test: widgets }] } },
      // Pure values and functions: a page does not load the module of which it uses nothing (ADR 137).
      treeshake: { moduleSideEffects: [{ test: /\/(?:contract|domain)\/src\//, sideEffects: false }] },
    },
  },
})
