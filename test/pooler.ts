import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharedTmp } from '../tools/shared-tmp.mjs'
import { nobody } from './another-user.ts'
import { freePort } from './free-port.ts'

const binary = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((file) => existsSync(file))

/** Debian's PgBouncer; undefined if it is not installed, which is printed. */
export const poolerBinary: string | undefined = binary
if (!binary) {
  // CI must not pass by skipping these tests.
  if (process.env.CI === 'true') throw new Error('pgbouncer is not installed')
  console.log('Not tested behind a connection pooler: pgbouncer is not installed.')
}

export interface Pooler {
  /** The same database through the pooler. */
  dsn(server: string): string
  stop(): Promise<void>
}

/** A pooler in transaction mode before the server of `server`; `more` lines for its configuration. */
export async function startPooler(server: string, more = ''): Promise<Pooler> {
  const { hostname, port, username, password } = new URL(server)
  const folder = mkdtempSync(join(sharedTmp(), 'sluice-pooler-'))
  const [config, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')]
  const listen = await freePort()
  writeFileSync(users, `"${username}" "${password}"\n`)
  writeFileSync(
    config,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 8
max_client_conn = 200
${more}
`,
  )
  const isRoot = process.getuid?.() === 0
  if (isRoot) for (const file of [folder, config, users]) chownSync(file, nobody, nobody)
  for (const file of [config, users]) chmodSync(file, 0o600)
  // It refuses to run as root.
  const child = spawn(binary ?? '', [config], {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: folder,
    ...(isRoot && { uid: nobody, gid: nobody }),
  })
  await listening(child)
  return {
    dsn(of) {
      const url = new URL(of)
      url.port = String(listen)
      return url.href
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const listening = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (chunk) => {
      if (said.length < 10_000) said += chunk
      if (said.includes('process up')) resolve()
    })
    child.once('error', reject)
    child.once('close', () => reject(new Error(`pgbouncer ended:\n${said}`)))
  })
