import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { type CSSOptions, defineConfig, type Plugin, type Rolldown } from 'vite'
import { wordsPlugin } from './tools/words.ts'

type ChunkingContext = Rolldown.ChunkingContext
type CodeSplittingGroup = Rolldown.CodeSplittingGroup
const web = join(import.meta.dirname, 'web')

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

/** Two files that import each other: one of them uses constants before they have a value. Groups that join modules can make them. */
const noFileCycles: Plugin = {
  name: 'no-file-cycles',
  generateBundle(_, bundle) {
    const done = new Set<string>()
    const visit = (file: string, way: readonly string[]): void => {
      if (way.includes(file)) this.error(`These files import each other: ${[...way, file].join(' -> ')}`)
      if (done.has(file)) return
      const chunk = bundle[file]
      for (const next of chunk?.type === 'chunk' ? chunk.imports : []) visit(next, [...way, file])
      done.add(file)
    }
    for (const file of Object.keys(bundle)) visit(file, [])
  },
}

/** Vite asks of every declaration which file it is from; what `composes` copies from another file comes without one. */
const copiedFrom: NonNullable<CSSOptions['postcss']> = {
  plugins: [
    {
      postcssPlugin: 'copied-from',
      OnceExit(sheet) {
        sheet.walkDecls((declaration) => {
          if (!declaration.source?.input.file && sheet.source) declaration.source = sheet.source
        })
      },
    },
  ],
}

/** What Home imports before its first picture, of the web app's own modules. */
function createHomeParts() {
  let parts: Set<string> | undefined
  return (id: string, context: ChunkingContext): boolean => {
    if (!parts) {
      parts = new Set([join(web, 'src/pages/home/home-page.tsx')])
      // A set also visits what is added on the way.
      for (const one of parts)
        for (const next of context.getModuleInfo(one)?.importedIds ?? [])
          if (next.startsWith(`${web}/src/`)) parts.add(next)
    }
    return parts.has(id)
  }
}
const isHome = createHomeParts()

/**
 * Every file is a round trip to a server that may be far away, so what is needed together comes in one file: what every
 * page needs, what Home adds, and what several other pages share. Words stay apart: one language is loaded,
 * and refusals with the first of them.
 */
const groups: CodeSplittingGroup[] = [
  { name: 'start', tags: ['$initial'], priority: 2 },
  { name: (id, context) => (isHome(id, context) ? 'home' : null), priority: 1 },
  {
    name: 'shared',
    test: /\/(?:web|contract|domain)\/src\/|\/node_modules\//,
    minShareCount: 4,
    entriesAware: true,
  },
]

/** The bundler names a shared file after every page that uses it. */
const named =
  (ending: string) =>
  ({ name, names = [] }: { name?: string; names?: string[] }): string =>
    `assets/${(name ?? names[0])?.startsWith('shared~') ? 'shared' : '[name]'}-[hash].${ending}`

export default defineConfig({
  root: 'web',
  // The base path of the panel is known only at run time.
  base: './',
  plugins: [react(), frameFirst, noFileCycles, wordsPlugin()],
  css: { postcss: copiedFrom },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // All supported browsers have modulepreload.
    modulePreload: { polyfill: false },
    // The favicon stays a separate file: one URL for all pages, cached for a year.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { codeSplitting: { groups }, chunkFileNames: named('js'), assetFileNames: named('[ext]') },
      // Pure values and functions: a page does not load the module of which it uses nothing (ADR 060).
      treeshake: { moduleSideEffects: [{ test: /\/(?:contract|domain)\/src\//, sideEffects: false }] },
    },
  },
})
