// Builds the server bundle and the web application into dist/, each only when its inputs changed.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { exitCodeOf, giveUp, main, run, throwIfInterrupted } from './child.mjs'
import { hashInputs } from './inputs.mjs'
import { alone } from './lock.mjs'
import { root, setup } from './setup.mjs'

const shared = [
  'contract/src',
  'domain/src',
  'locales',
  'package.json',
  'package-lock.json',
  'tools/build.mjs',
]

const parts = [
  {
    name: 'server',
    source: 'server/src/main.ts',
    inputs: [...shared, 'server/src', 'tools/build-server.mjs', 'tools/runtime.json'],
    outputs: ['main.js', 'sqlite-worker.js'],
  },
  {
    name: 'web',
    source: 'web/index.html',
    inputs: [...shared, 'web', 'vite.config.ts', 'tools/build-web.mjs', 'tools/words.ts'],
    outputs: ['index.html'],
  },
]

const dist = (...path) => join(root, 'dist', ...path)
const stampOf = (part) => dist(`.${part.name}-inputs`)

function isFresh(part) {
  const stamp = stampOf(part)
  if (!existsSync(stamp) || !part.outputs.every((file) => existsSync(dist(part.name, file)))) return false
  return readFileSync(stamp, 'utf8') === hashInputs(root, part.inputs)
}

/** Built in a temporary folder and moved into place: a failed build keeps the previous output. */
async function buildPart(node, part) {
  const hash = hashInputs(root, part.inputs)
  const next = dist(`${part.name}.next`)
  rmSync(next, { recursive: true, force: true })
  mkdirSync(next, { recursive: true })
  const tool = join(root, 'tools', `build-${part.name}.mjs`)
  const result = await run(node, [tool, next], { cwd: root, capture: true })
  throwIfInterrupted()
  if (exitCodeOf(result) !== 0) giveUp(`${result.output}\nThe ${part.name} could not be built.`)
  rmSync(stampOf(part), { force: true })
  rmSync(dist(part.name), { recursive: true, force: true })
  renameSync(next, dist(part.name))
  writeFileSync(stampOf(part), hash)
}

const stale = () => parts.filter((part) => existsSync(join(root, part.source)) && !isFresh(part))

/** Prints one line if there is something to build, otherwise nothing. */
export async function build(node) {
  if (stale().length === 0) return
  await alone(root, async () => {
    const todo = stale() // another start may have built while we waited
    if (todo.length === 0) return
    console.log(`Building ${todo.map((part) => part.name).join(' and ')} ...`)
    const results = await Promise.allSettled(todo.map((part) => buildPart(node, part)))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(async () => {
    await build(await setup())
    return 0
  })
}
