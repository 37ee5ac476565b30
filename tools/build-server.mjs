// The server as a few plain files: starts in a fraction of the time that hundreds of modules take. Runs on
// Node 24 with packages installed; `build.mjs` calls it with the folder to write to.
import { rolldown } from 'rolldown'

const [, , folder] = process.argv

// One character beyond Latin-1 makes V8 keep the whole bundle as two-byte text: megabytes of memory for a dash.
const ascii = {
  name: 'ascii',
  renderChunk: (code) =>
    code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
}

// Native parts stay packages; pg-native and koffi are optional and may be absent.
const external = [/^@node-rs\/argon2/, 'pg-native', 'koffi', /^@koromix\//]

const bundle = await rolldown({
  input: {
    main: 'server/src/main.ts',
    'sqlite-worker': 'server/src/platform/db/sqlite-worker.ts',
    'list-worker': 'server/src/platform/bulk-reads/list-worker.ts',
    'bulk-worker': 'server/src/platform/core-api/bulk-worker.ts',
  },
  platform: 'node',
  external,
  tsconfig: false,
  onLog(level, log) {
    if (level !== 'warn') return
    console.error(log.message)
    // An import that does not resolve would fail when a person first uses it: fail now instead.
    if (log.code === 'UNRESOLVED_IMPORT') process.exitCode = 1
  },
})

await bundle.write({
  dir: folder,
  format: 'esm',
  minify: false,
  comments: false,
  plugins: [ascii],
  entryFileNames: '[name].js',
  // Flat, so that whichever chunk starts the worker finds it beside itself.
  chunkFileNames: '[name]-[hash].js',
})
await bundle.close()
