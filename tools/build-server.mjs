// Bundles the server into a few files, which load much faster than hundreds of modules. Runs on Node 24 with packages
// installed; `build.mjs` calls it with the output folder.
import { copyFileSync, globSync } from 'node:fs'
import http from 'node:http'
import { basename, join } from 'node:path'
import { rolldown } from 'rolldown'

const [, , folder] = process.argv

// One character beyond Latin-1 would make V8 store the whole bundle as two-byte text, megabytes more (ADR 006).
const ascii = {
  name: 'ascii',
  renderChunk: (code) =>
    code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
}

// What our packages load and we never use: the compilers of JSON schemas (the contract checks bodies), file lists of
// @fastify/static (its routes use a wildcard), and the fake requests and sockets of Fastify for tests. V8 would keep their
// text, and most of them run at the start (ADR 006). `depd` only warns about an old use of http-errors, and asks for its own
// place in the bundle at the start, for which V8 makes and keeps an index of all lines.
const unused = [
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'glob',
  'duplexify',
  'light-my-request',
  'depd',
]
const withoutUnused = {
  name: 'without-unused',
  resolveId: (id) => (unused.includes(id) ? `\0unused:${id}` : null),
  load: (id) =>
    id.startsWith('\0unused:') ? { code: 'module.exports = () => () => {}', moduleType: 'js' } : null,
}

// `import ... from 'node:http'` reads every export of it, and one of them loads the WebSocket and the fetch of Node: 8 MB
// that nobody uses (ADR 006). The built-in module itself loads them on demand.
const httpNames = Object.entries(Object.getOwnPropertyDescriptors(http)).flatMap(([name, { get }]) =>
  get || name === 'default' ? [] : name,
)
const frugalHttp = {
  name: 'frugal-http',
  resolveId: (id, _importer, { kind }) =>
    id === 'node:http' && kind !== 'require-call' ? '\0frugal:http' : null,
  load: (id) =>
    id === '\0frugal:http'
      ? `const http = process.getBuiltinModule('node:http')
         export const { ${httpNames.join(', ')} } = http
         export default http`
      : null,
}

// The router compiles a JavaScript function for each of hundreds of path prefixes unless a prefix is long, which takes a
// twentieth of the start. Now every prefix of two characters or more counts as long, and is compared as text.
const compiledFrom = 'LONG_PREFIX_MIN_LENGTH = 16'
const plainRouter = {
  name: 'plain-router',
  transform: {
    filter: { id: /find-my-way\/lib\/node\.js$/ },
    handler(code) {
      if (!code.includes(compiledFrom)) this.error(`find-my-way has changed: ${compiledFrom} was not found`)
      return code.replace(compiledFrom, 'LONG_PREFIX_MIN_LENGTH = 2')
    },
  },
}

// Native packages stay external; pg-native and koffi are optional and may be absent.
const external = [/^@node-rs\/(argon2|bcrypt)/, 'pg-native', 'koffi', /^@koromix\//]

const bundle = await rolldown({
  input: {
    main: 'server/src/main.ts',
    // The parent process of a packaged panel.
    supervise: 'server/src/supervise.ts',
    // What runs on a thread of its own is a file of its own.
    ...Object.fromEntries(globSync('server/src/**/*-worker.ts').map((file) => [basename(file, '.ts'), file])),
  },
  platform: 'node',
  // The bundle names its modules by their paths: where linked packages really are must not be in it (ADR 115).
  resolve: { symlinks: false },
  external,
  plugins: [withoutUnused, frugalHttp, plainRouter],
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
