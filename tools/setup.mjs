// What every command needs first: the packages of the lockfile, and Node 24. Plain JavaScript without dependencies,
// because it runs on Node 20.19 before anything is installed (ADR 010).
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exitCodeOf, giveUp, run, throwIfInterrupted } from './child.mjs'
import { alone } from './lock.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.sluice-lock')

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** True if npm's own record of installed packages has everything the lockfile needs on this platform. */
export function holds(installed, lock) {
  const have = installed.packages ?? {}
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '') return true
    if (!have[path]) return wanted.optional === true || wanted.devOptional === true || wanted.peer === true
    return have[path].version === wanted.version && have[path].integrity === wanted.integrity
  })
}

function isInstalled(lockText, stamp) {
  if (read(stampFile) === stamp) return true
  const record = read(join(modules, '.package-lock.json'))
  if (!record || !holds(JSON.parse(record), JSON.parse(lockText))) return false
  writeFileSync(stampFile, stamp) // `npm ci` was run by hand
  return true
}

/** The npm that started us; else the one on the PATH. */
export function npmCommand() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  return cli && node && basename(cli) === 'npm-cli.js' && existsSync(node) ? [node, [cli]] : ['npm', []]
}

async function install() {
  console.log('Installing packages from package-lock.json (first start or new versions; a minute or so) ...')
  const [file, before] = npmCommand()
  const quiet = ['--loglevel=error', '--no-progress', '--no-audit', '--no-fund']
  // Explicit, because NODE_ENV=production would omit what builds the panel.
  const parts = ['--include=dev', '--include=optional', '--ignore-scripts']
  const result = await run(file, [...before, 'ci', ...parts, ...quiet], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  }).catch((error) => giveUp(`npm could not be started (${error.message}). Install npm and try again.`))
  throwIfInterrupted()
  if (exitCodeOf(result) !== 0) {
    giveUp('Failed to install packages: see the output above. Check the network and try again.')
  }
}

/** A linked node_modules is managed elsewhere: leave it alone. */
function isLinked() {
  return lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

async function ensurePackages() {
  if (isLinked()) return
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const stamp = createHash('sha256').update(lockText).digest('hex')
  if (isInstalled(lockText, stamp)) return
  await alone(root, async () => {
    if (isInstalled(lockText, stamp)) return
    await install()
    writeFileSync(stampFile, stamp)
  })
}

/** The Node for everything from here on: our own if new enough, else the one from npm. */
export function findNode() {
  const own = Number(process.versions.node.split('.')[0])
  if (own >= 24 && existsSync(process.execPath)) return process.execPath
  const brought = join(modules, `node-linux-${process.arch}`, 'bin', 'node')
  if (process.platform === 'linux' && existsSync(brought)) return brought
  return giveUp(
    `Sluice runs on Node 24 or newer; this is Node ${process.versions.node}, and npm brought no Node 24 ` +
      `for ${process.platform} on ${process.arch}. Install Node 24 and try again.`,
  )
}

export async function setup() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    giveUp(`Node ${process.versions.node} is too old to start from. Install Node 20.19 or newer.`)
  }
  await ensurePackages()
  return findNode()
}
