// Bundles the server into a few files, which load much faster than hundreds of modules. Runs on Node 24 with packages
// installed; `build.mjs` calls it with the output folder.
import { copyFileSync, globSync, mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { rolldown } from 'rolldown'

const [, , folder] = process.argv

// One character beyond Latin-1 would make V8 store the whole bundle as two-byte text, megabytes more (ADR 006).
const ascii = {
  name: 'ascii',
  renderChunk: (code) =>
    code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
}

// Native packages stay external; pg-native and koffi are optional and may be absent.
const external = [/^@node-rs\/(argon2|bcrypt)/, 'pg-native', 'koffi', /^@koromix\//]

const bundle = await rolldown({
  input: {
    main: 'server/src/main.ts',
    // The parent process of a packaged panel.
    supervise: 'server/src/supervise.ts',
    // The program of a probe's archive.
    probe: 'server/src/cli/probe/main.ts',
    // What runs on a thread of its own is a file of its own.
    ...Object.fromEntries(globSync('server/src/**/*-worker.ts').map((file) => [basename(file, '.ts'), file])),
  },
  platform: 'node',
  // The bundle names its modules by their paths: where linked packages really are must not be in it (ADR 115).
  resolve: { symlinks: false },
  external,
  tsconfig: false,
  onLog(level, log) {
    if (level !== 'warn') return
    console.error(log.message)
    // An unresolved import would fail at first use: fail the build instead.
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
  // Flat, so that the chunk that starts the worker finds it next to itself.
  chunkFileNames: '[name]-[hash].js',
})
await bundle.close()
// How Node is started, for the parent process of a packaged panel, which starts other versions too.
copyFileSync('tools/runtime.json', join(folder, 'runtime.json'))
// What the server says in other languages is read when somebody needs it (server/src/platform/words.ts).
for (const file of globSync('locales/*/{alerts,bot,person,refusals}.json')) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  copyFileSync(file, join(folder, file))
}
