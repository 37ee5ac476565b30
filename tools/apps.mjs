// Other programs for the tests: clients, and a certificate authority with its DNS server. Those named by SLUICE_TEST_SINGBOX,
// SLUICE_TEST_MIHOMO, SLUICE_TEST_WIREGUARD, SLUICE_TEST_PEBBLE and SLUICE_TEST_CHALLTESTSRV, else the pinned versions from
// this user's cache, built there the first time from the modules in tools/apps and tools/pebble.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { throwIfInterrupted } from './child.mjs'
import { buildGo } from './go.mjs'
import { root } from './setup.mjs'

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sluice')

/** The version of a program of ours is its source. */
function sourceOf(name) {
  const folder = join(root, 'tools', 'apps', name)
  const hash = createHash('sha256')
  for (const file of readdirSync(folder).sort()) hash.update(file).update(readFileSync(join(folder, file)))
  return hash.digest('hex').slice(0, 12)
}

const apps = [
  {
    name: 'sing-box',
    version: '1.14.1',
    variable: 'SLUICE_TEST_SINGBOX',
    package: 'github.com/sagernet/sing-box/cmd/sing-box',
    // The Python wheel of this version lacks uTLS, and therefore Reality.
    tags: 'with_quic,with_utls,with_clash_api',
  },
  {
    name: 'mihomo',
    version: '1.19.24',
    variable: 'SLUICE_TEST_MIHOMO',
    package: 'github.com/metacubex/mihomo',
    tags: 'with_gvisor',
  },
  {
    // WireGuard's own implementation with a network stack of its own: it needs neither the kernel's nor any right.
    name: 'wireguard',
    version: sourceOf('wireguard'),
    variable: 'SLUICE_TEST_WIREGUARD',
    package: 'sluice/apps/wireguard',
    tags: '',
  },
  ...[
    ['pebble', 'SLUICE_TEST_PEBBLE'],
    ['pebble-challtestsrv', 'SLUICE_TEST_CHALLTESTSRV'],
  ].map(([name, variable]) => ({
    name,
    version: '2.10.1',
    variable,
    package: `github.com/letsencrypt/pebble/v2/cmd/${name}`,
    tags: '',
    folder: 'pebble',
  })),
]

/** Mihomo's own modules are not in the public checksum database. */
const build = (app, target) =>
  buildGo(app.package, target, {
    folder: join(root, 'tools', app.folder ?? join('apps', app.name)),
    tags: app.tags,
    env: { GONOSUMDB: 'github.com/metacubex/mihomo' },
  })

async function install(app) {
  const folder = join(cache, app.name, app.version)
  const path = join(folder, `${app.name}-${process.platform}-${process.arch}`)
  if (existsSync(path)) return path
  console.log(`\n${app.name} ${app.version}: built once (one to five minutes), then cached`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const workshop = mkdtempSync(join(folder, 'new-'))
  try {
    await build(app, join(workshop, app.name))
    renameSync(join(workshop, app.name), path) // atomic, also with a concurrent build
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

/** For each program its path and the variable for the tests, or the reason why it is missing. */
export async function getApps() {
  const found = []
  for (const app of apps) found.push(await getApp(app))
  return found
}
