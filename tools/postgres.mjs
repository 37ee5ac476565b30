// A temporary PostgreSQL cluster for the tests: own folder, free loopback port, random password, stopped at the end
// (ADR 012).
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { exitCodeOf, giveUp, run } from './child.mjs'
import { sharedTmp } from './shared-tmp.mjs'

const START_MS = 30_000
const STOP_MS = 10_000

function debianFolders() {
  const base = '/usr/lib/postgresql'
  if (!existsSync(base)) return []
  return readdirSync(base)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(base, version, 'bin'))
}

/** The folder with `initdb` and `postgres`, Debian's newest first; undefined if there is none. */
export function findPostgres(path = process.env.PATH ?? '') {
  const folders = [...debianFolders(), ...path.split(delimiter).filter(Boolean)]
  return folders.find((folder) => ['initdb', 'postgres'].every((file) => existsSync(join(folder, file))))
}

/** PostgreSQL refuses to run as root: use `postgres`, or `nobody` if that user does not exist. */
function unprivileged() {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = ['postgres', 'nobody'].map((name) => users.find((fields) => fields[0] === name)).find(Boolean)
  if (!user) giveUp('PostgreSQL does not run as root, and neither the user postgres nor nobody exists.')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

async function initialise(bin, folder, password, how) {
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (how.uid !== undefined) chownSync(passwordFile, how.uid, how.gid)
  const who = ['--username=sluice', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const what = ['--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions']
  const args = [`--pgdata=${join(folder, 'data')}`, ...who, ...what]
  const result = await run(join(bin, 'initdb'), args, { ...how, capture: true })
  if (exitCodeOf(result) !== 0) giveUp(`initdb failed:\n${result.output}`)
}

function settings(folder, port) {
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    max_connections: 200,
    // Test data need not survive a power cut.
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Resolves when the server is ready; rejects with its output if it ends first. */
function ready(server) {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`PostgreSQL did not start in time:\n${said}`)), START_MS)
    server.stderr.on('data', (chunk) => {
      if (said.length < 20_000) said += chunk
      if (!said.includes('ready to accept connections')) return
      clearTimeout(timer)
      resolve()
    })
    server.once('error', reject)
    server.once('exit', () => {
      clearTimeout(timer)
      reject(new Error(`PostgreSQL exited during startup:\n${said}`))
    })
  })
}

async function stop(server) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGINT') // PostgreSQL's "fast" shutdown: disconnects clients
  const timer = setTimeout(() => server.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(timer)
}

/** Starts a cluster; `stop` ends it and removes its folder. */
export async function startPostgres(bin) {
  const folder = mkdtempSync(join(sharedTmp(), 'sluice-pg-'))
  const user = unprivileged()
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const how = { ...user, cwd: folder, env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C' } }
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const password = randomBytes(16).toString('hex')
    await initialise(bin, folder, password, how)
    const port = await freePort()
    const args = ['-D', join(folder, 'data'), ...settings(folder, port)]
    // In its own process group: Ctrl-C must not stop it while tests still use it.
    const server = spawn(join(bin, 'postgres'), args, {
      ...how,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const end = () => stop(server).finally(remove)
    await ready(server).catch((error) => end().then(() => Promise.reject(error)))
    return { dsn: `postgresql://sluice:${password}@127.0.0.1:${port}/postgres`, stop: end }
  } catch (error) {
    remove()
    throw error
  }
}
