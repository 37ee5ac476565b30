import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const widgets =
  /@mantine\/core\/esm\/components\/(ActionIcon|Alert|Button|CloseButton|Drawer|FocusTrap|Input|InputBase|Loader|Menu|Modal|ModalBase|Overlay|Paper|PasswordInput|Popover|Portal|SegmentedControl|TextInput|Transition|UnstyledButton|VisuallyHidden)\//

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
    // What every page uses comes in one piece: many small files cost more than they hold.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'widgets', test: widgets }] } } },
  },
})
