import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { createCoreApi } from '#server/core/api/client.ts'
import { testKeys } from '#test/fixtures/keys.ts'
import { type CorePanel, newFolder } from './core/core-panel.ts'
import type { Namespace } from './fleet/namespaces.ts'
import type { Ends } from './fleet/stage.ts'

/** The real core, which says that it is an older one. */
export function oldCore(binary: string, version: string, ends: Ends): string {
  const folder = newFolder()
  ends.push(async () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'xray')
  writeFileSync(
    file,
    `#!/bin/sh\n[ "$1" = version ] && echo "Xray ${version} (old)" && exit\nexec ${binary} "$@"\n`,
  )
  chmodSync(file, 0o755)
  return file
}

/** A data folder on a disk that takes few files. */
export function smallDisk(ends: Ends): { folder: string; fill(): void; empty(): void } {
  const disk = newFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4g,nr_inodes=600', 'tmpfs', disk])
  ends.push(async () => {
    execFileSync('umount', ['--lazy', disk])
    rmSync(disk, { recursive: true, force: true })
  })
  const folder = join(disk, 'data')
  const filling = join(disk, 'filling')
  for (const made of [folder, filling]) mkdirSync(made)
  return {
    folder,
    fill() {
      // A few are left for what the panel itself writes.
      for (let i = 0; statfsSync(disk).ffree > 20; i++) writeFileSync(join(filling, String(i)), '')
    },
    empty: () => rmSync(filling, { recursive: true }),
  }
}

/** Other programs, by their port. */
const occupiers = new Map<number, ChildProcess>()
export const release = (port: number): unknown => occupiers.get(port)?.kill('SIGKILL')

/** Another program on a port of this network. */
export async function occupy({ enter }: Namespace, port: number, ends: Ends): Promise<void> {
  const code = `require('node:net').createServer().listen(${port}, () => console.log('there'))`
  const [command = '', ...args] = [...enter, process.execPath, '-e', code]
  const child: ChildProcess = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  occupiers.set(port, child)
  ends.push(async () => release(port))
  await new Promise((there, failed) => {
    child.stdout?.once('data', there)
    child.once('error', failed)
  })
}

/** The running core forgets an inbound; its panel does not. */
export async function forgetInbound(panel: CorePanel, tag: string): Promise<void> {
  const api = createCoreApi(panel.record().api)
  try {
    await api.removeInbound(tag)
  } finally {
    api.close()
  }
}

/** A site that Reality cannot hide behind. */
export async function openOldSite(host: string, ends: Ends): Promise<number> {
  const { certificate: cert, key } = testKeys
  const site = createServer({ cert, key, maxVersion: 'TLSv1.2' }, (socket) => {
    socket.on('error', () => {}).end()
  })
  site.on('tlsClientError', () => {}) // a handshake that only looks
  await new Promise<void>((there) => site.listen(0, host, there))
  ends.push(() => new Promise((done) => site.close(done)))
  return (site.address() as AddressInfo).port // it listens on TCP
}
