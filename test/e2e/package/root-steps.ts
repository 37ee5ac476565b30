import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { makeFakePackage } from './fake-package.ts'
import {
  asService,
  bringOldLayout,
  bringOldUnit,
  replaceProgram,
  typedBy,
  typingProgram,
} from './hostile-service.ts'
import { differences, pictureOf } from './leftovers.ts'
import { changedOwners, ownersIn } from './owners.ts'
import type { Server } from './server.ts'

/** What root does beside a service that is hostile, on a server with systemd. */

type Install = (...flags: string[]) => string

export async function expectForeignRefused(server: Server, install: Install): Promise<void> {
  const before = pictureOf(server)
  const arch = process.arch === 'x64' ? 'arm64' : 'x64'
  const { name } = await makeFakePackage(join(server.root, 'srv'), { version: '1.0.0', arch })
  expect(() => install('--archive', `/srv/${name}`)).toThrow(/another processor.*Nothing was changed/)
  for (const file of [name, 'install.sh']) rmSync(join(server.root, 'srv', file))
  const { added, gone } = differences(before.paths, pictureOf(server).paths)
  expect([added, gone, existsSync(join(server.root, 'opt/sluice'))]).toEqual([[], [], false])
}

/** The service runs as the installer of earlier versions left it, and has put links into its folder. */
export function becomeHostile(server: Server): void {
  server.run('systemctl', 'stop', 'sluice')
  bringOldLayout(server)
  bringOldUnit(server)
  asService(
    server,
    'cd /opt/sluice; rm -rf cache; for name in cache panel installed; do ln -s /etc $name; done',
  )
  server.run('systemctl', 'daemon-reload')
  server.run('systemctl', 'start', 'sluice')
}

/** Installs again; what the installer said. */
export function expectMovedToRoot(server: Server, install: Install): string {
  const before = ownersIn(server.root)
  const said = install()
  const changed = changedOwners(before, ownersIn(server.root))
  expect(changed.filter((line) => /^\/(etc|usr|root|home|boot)\//.test(line))).toEqual([])
  const folders = ['/opt/sluice', '/opt/sluice/installed', '/opt/sluice/panel']
  expect(server.run('stat', '-c', '%U', ...folders)).toBe('root\nroot\nsluice\n')
  return said
}

export function expectOwnTerminal(server: Server): void {
  const other = ['setpriv', '--reuid=4000', '--clear-groups', 'sluice', 'version']
  expect(() => server.run(...other)).toThrow(/Run this as root/)
  const program = '/opt/sluice/panel/current/bin/sluice'
  asService(server, `mv ${program} ${program}.real; : >${program}; chmod 755 ${program}`)
  replaceProgram(server, typingProgram)
  for (const command of ['sluice version', 'echo x | sluice version'])
    expect([command, typedBy(server, command).typed]).toEqual([command, false])
  asService(server, `mv ${program}.real ${program}`)
}
