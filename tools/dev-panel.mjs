// The panel of `npm run dev`: runs from source, and again whenever a source file changed. Runs on Node 24.
import { spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from './setup.mjs'

/** Below `locales`: the sentences of the web app, which the panel does not read. */
const browserOnly = /^[\w-]+[/\\]app\.json$/
const sources = ['server/src', 'domain/src', 'contract/src', 'locales']
/** An editor writes a file in several steps. */
const settleMs = 50
/** A panel that does not end by then is killed: its data is safe. */
const patienceMs = 1_500

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/**
 * `ready()` resolves with the port of the panel, also while it restarts. `onStart` is called with the lines that it printed
 * until then.
 */
export async function createDevPanel({ args, env, onStart }) {
  const port = await freePort()
  const subPort = process.env.SLUICE_SUB_PORT ?? String(await freePort())
  let child
  let ready
  let timer
  let ended = false

  function start() {
    const began = performance.now()
    const said = []
    const process_ = spawn(process.execPath, [join(root, 'server', 'src', 'main.ts'), ...args], {
      cwd: root,
      // The channel closes however this process dies, and the panel then stops.
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: {
        NODE_COMPILE_CACHE: join(root, '.cache', 'compile'),
        ...process.env,
        ...env,
        SLUICE_PORT: String(port),
        SLUICE_SUB_PORT: subPort,
      },
    })
    child = process_
    const gone = new Promise((resolve) => {
      process_.once('close', resolve)
      process_.once('error', (error) => resolve(console.error(error.message)))
    })
    process_.gone = gone
    ready = new Promise((resolve, reject) => {
      createInterface({ input: process_.stdout }).on('line', (line) => {
        if (!line.startsWith('Sluice is ready:')) return said.push(line)
        resolve(port)
        onStart(said, performance.now() - began)
      })
      gone.then(() =>
        reject(new Error('The panel has stopped: see the terminal. It starts again with the next change.')),
      )
    })
    ready.catch(() => {}) // callers are told
  }

  async function stop() {
    const last = child
    if (!last || last.exitCode !== null || last.signalCode !== null) return
    const timer = setTimeout(() => last.kill('SIGKILL'), patienceMs)
    last.kill('SIGTERM')
    await last.gone
    clearTimeout(timer)
  }

  let restarting = Promise.resolve()
  function restart() {
    restarting = restarting.then(stop).then(() => ended || start())
  }

  function changed(_event, file) {
    if (browserOnly.test(file)) return
    if (!file || !/\.(ts|json)$/.test(file) || /\.test\.ts$/.test(file)) return
    clearTimeout(timer)
    timer = setTimeout(restart, settleMs)
  }
  const watchers = sources
    .filter((folder) => existsSync(join(root, folder)))
    .map((folder) => watch(join(root, folder), { recursive: true }, changed))

  start()
  return {
    ready: async () => {
      await restarting
      return ready
    },
    async end() {
      ended = true
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
      await restarting
      await stop()
    },
  }
}
