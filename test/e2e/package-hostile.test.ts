import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedTmp } from '../../tools/shared-tmp.mjs'
import { bareRootMissing, createBareServer } from './package/bare-root.ts'
import { makeFakePackage } from './package/fake-package.ts'
import {
  asService,
  become,
  bringOldLayout,
  onTerminal,
  replaceProgram,
  typedBy,
  typingProgram,
} from './package/hostile-service.ts'
import { changedOwners, ownersIn } from './package/owners.ts'
import type { Server } from './package/server.ts'

// The service's user has been taken over: whatever it puts into its folders, and whatever its program does, root stays
// out of its reach when an operator installs, updates, removes, or calls the command.
const missing = bareRootMissing()
if (missing) console.log(`Not tested: an installer beside a hostile service, because ${missing}.`)

const other = process.arch === 'x64' ? 'arm64' : 'x64'

describe.runIf(!missing)('beside a hostile service', () => {
  let folder: string
  let server: Server
  let next: { name: string; sha256: string }
  const names: Record<string, string> = {}

  beforeAll(async () => {
    folder = mkdtempSync(join(sharedTmp(), 'sluice-hostile-'))
    chmodSync(folder, 0o755)
    mkdirSync(join(folder, 'packages'))
    const make = (release: Parameters<typeof makeFakePackage>[1]) =>
      makeFakePackage(join(folder, 'packages'), release)
    names.first = (await make({ version: '1.0.0' })).name
    next = await make({ version: '1.1.0', schema: 6 })
    names.next = next.name
    names.foreign = (await make({ version: '1.2.0', arch: other, schema: 7 })).name
    names.old = (await make({ version: '0.9.0', schema: 4 })).name
  })
  afterAll(() => rmSync(folder ?? '', { recursive: true, force: true }))

  let nth = 0
  beforeEach(async () => {
    const root = join(folder, `root-${nth++}`)
    mkdirSync(root)
    server = await createBareServer(root, { more: ['perl', 'tty'] })
    for (const name of readdirSync(join(folder, 'packages')))
      copyFileSync(join(folder, 'packages', name), join(root, 'root', name))
    mkdirSync(join(root, 'etc/cron.d'), { recursive: true })
    writeFileSync(join(root, 'etc/shadow'), 'root:hash:1::::::\n', { mode: 0o600 })
    writeFileSync(join(root, 'root/backup.zip'), 'a backup', { mode: 0o600 })
    chmodSync(join(root, 'root'), 0o700)
  })
  afterEach(async () => {
    await server?.stop()
    rmSync(server?.root ?? '', { recursive: true, force: true })
  })

  const install = (which: string, ...flags: string[]) =>
    server.run('sh', 'install.sh', '--archive', names[which] ?? '', '--no-start', ...flags)
  const hostile = (script: string) => asService(server, script)
  const ownerOf = (path: string) => lstatSync(join(server.root, path)).uid
  const uid = () => Number(server.run('id', '-u', 'sluice'))
  const installedVersion = () =>
    JSON.parse(readFileSync(join(server.root, 'opt/sluice/installed/release.json'), 'utf8')).version

  const ours =
    /^\/(opt\/sluice|etc\/sluice|etc\/systemd\/system\/sluice\.service|usr\/local\/bin\/sluice)[:/]/
  /** Whether it works or is refused: nothing of others changes. */
  function expectNothingOfOthersChanges(act: () => unknown): string {
    const before = ownersIn(server.root)
    let refused = ''
    try {
      act()
    } catch (error) {
      refused = String(error)
    }
    const changed = changedOwners(before, ownersIn(server.root))
    expect(changed.filter((line) => !ours.test(line))).toEqual([])
    return refused
  }

  function installOldLayout(): void {
    install('first')
    bringOldLayout(server)
  }

  it('only its own folder belongs to it, and its version is in it', () => {
    install('first')
    expect(
      ['opt/sluice', 'opt/sluice/installed', 'opt/sluice/installed/archive.sha256'].map(ownerOf),
    ).toEqual([0, 0, 0])
    expect(['opt/sluice/panel', 'var/lib/sluice', 'var/log/sluice'].map(ownerOf)).toEqual([
      uid(),
      uid(),
      uid(),
    ])
    expect(server.run('sluice', 'version')).toBe('1.0.0\n')
    expect(install('first')).toContain('nothing was changed')
    expect(install('next')).toMatch(/A backup from before is \/var\/backups\/sluice\/.*\.zip\.\n/)
    expect([server.run('sluice', 'version'), installedVersion()]).toEqual(['1.1.0\n', '1.1.0'])
  })

  const places = ['versions', 'cache', 'current', 'update.json', '.new-1', 'versions/1.1.0', 'current/bin']
  it.each(places)('a link in the place of %s leads root nowhere', (place) => {
    install('first')
    hostile(`cd /opt/sluice/panel; rm -rf ${place}; ln -s /etc ${place}`)
    expectNothingOfOthersChanges(() => install('next'))
    expectNothingOfOthersChanges(() => install('next', '--force'))
    expectNothingOfOthersChanges(() => server.run('sh', 'install.sh', 'uninstall', '--no-backup', '--purge'))
    expect(existsSync(join(server.root, 'opt/sluice'))).toBe(false)
  })

  it('an installation from before is moved into a folder of root, with every link that is in it', () => {
    installOldLayout()
    hostile(
      'cd /opt/sluice; rm -rf cache; for name in cache panel installed .new-1; do ln -s /etc $name; done',
    )
    expect(expectNothingOfOthersChanges(() => install('next'))).toBe('')
    expect(['opt/sluice', 'opt/sluice/installed', 'opt/sluice/panel'].map(ownerOf)).toEqual([0, 0, uid()])
    expect([server.run('sluice', 'version'), installedVersion()]).toEqual(['1.1.0\n', '1.1.0'])
    expect(readdirSync(join(server.root, 'opt/sluice/panel/versions'))).toEqual(['1.0.0', '1.1.0'])
  })

  it.each(['versions', 'current', 'cache'])(
    'of an installation from before, the link %s leads nowhere',
    (place) => {
      installOldLayout()
      hostile(`cd /opt/sluice; rm -rf ${place}; ln -s /etc/cron.d ${place}`)
      expectNothingOfOthersChanges(() => install('next'))
      expectNothingOfOthersChanges(() => server.run('sh', 'install.sh', 'uninstall', '--no-backup'))
      expect(existsSync(join(server.root, 'opt/sluice'))).toBe(false)
    },
  )

  it('a move that was interrupted is finished', () => {
    installOldLayout()
    server.run('mkdir', '-p', '/opt/.sluice-moving/installed')
    server.run('mv', '-T', '/opt/sluice', '/opt/.sluice-moving/panel')
    install('next')
    expect([ownerOf('opt/sluice'), ownerOf('opt/sluice/panel')]).toEqual([0, uid()])
    expect(readdirSync(join(server.root, 'opt'))).toEqual(['sluice'])
  })

  it('its backup is what it can read itself, never a file that it names', () => {
    install('first')
    replaceProgram(server, '#!/bin/sh\nln -s /etc/shadow "$2/sluice-1.zip" && echo /etc/shadow')
    expect(expectNothingOfOthersChanges(() => install('next'))).toMatch(/No backup can be made/)
    expect(readFileSync(join(server.root, 'etc/shadow'), 'utf8')).toContain('hash')
    expect(readdirSync(join(server.root, 'var/backups/sluice'))).toEqual([])
  })

  it('it cannot talk root out of an update', () => {
    install('first')
    const claim = '{\n  "version": "1.1.0",\n  "schema": 6\n}'
    hostile(
      `cd /opt/sluice/panel/current; echo ${next.sha256} >archive.sha256; echo '${claim}' >release.json`,
    )
    expect(install('next')).not.toContain('nothing was changed')
    expect([installedVersion(), server.run('sluice', 'version')]).toEqual(['1.1.0', '1.1.0\n'])
    hostile(`echo '${claim.replace('6', '999')}' >/opt/sluice/panel/current/release.json`)
    expect(() => install('next', '--force')).not.toThrow()
  })

  it('an archive that is too old or for another processor is refused before anything is made', () => {
    const before = [...ownersIn(server.root).keys()]
    expect(() => install('foreign')).toThrow(/another processor.*Nothing was changed/)
    expect(() => server.run('id', 'sluice')).toThrow()
    expect([...ownersIn(server.root).keys()]).toEqual(before)
    install('first')
    const installed = [...ownersIn(server.root).keys()]
    expect(() => install('old')).toThrow(/older than the installed one.*Nothing was changed/)
    expect([...ownersIn(server.root).keys()]).toEqual(installed)
    expect(server.run('sluice', 'version')).toBe('1.0.0\n')
    expect(install('old', '--force')).toMatch(/A backup from before/)
    expect(server.run('sluice', 'version')).toBe('0.9.0\n')
  })

  describe('the command', () => {
    beforeEach(() => void install('first'))
    it('refuses everybody but root and the service', () => {
      expect(() => server.run('setpriv', '--reuid=4000', '--clear-groups', 'sluice', 'version')).toThrow(
        /Run this as root, for example: sudo sluice version/,
      )
      expect(server.run(...become, 'sluice', 'version')).toBe('1.0.0\n')
    })

    it('takes no place from the environment, and passes no secrets of others on', () => {
      const said = server.run(
        ...['env', 'SLUICE_HOME=/root', 'AWS_KEY=secret', 'SLUICE_LOG_LEVEL=debug', 'sluice', 'env'],
      )
      expect(said).toContain('SLUICE_LOG_LEVEL=debug')
      expect(said).not.toMatch(/AWS_KEY|SLUICE_HOME=\/root/)
    })

    it('passes an exit code, input and output', () => {
      replaceProgram(server, '#!/bin/sh\ncat; echo problem >&2; exit 7')
      const said = server.run('sh', '-c', 'echo typed | sluice setting 2>&1 || echo "code $?"')
      expect(said).toBe('typed\nproblem\ncode 7\n')
    })

    it('opens a file of root for a restore, but nothing that the service could have put there', () => {
      expect(server.run('sluice', 'restore', 'backup.zip', '--yes')).toBe('given /dev/fd/3\na backup')
      hostile('ln -s /etc/shadow /var/lib/sluice/link.zip; mkdir /tmp/own; ln -s /root /tmp/own/way')
      for (const path of [
        '/var/lib/sluice/link.zip',
        '/tmp/own/way/backup.zip',
        '/tmp/own/../own/way/backup.zip',
      ]) {
        const refused = expectNothingOfOthersChanges(() => server.run('sluice', 'restore', path))
        expect(refused).toContain(`given ${path}`)
        expect(refused).not.toMatch(/a backup|hash/)
      }
    })

    const canType = readFileSync('/proc/sys/dev/tty/legacy_tiocsti', 'utf8').trim() === '1'
    if (!canType)
      console.log('Not tested: typing into a terminal, because this kernel forbids it to everybody.')

    it.runIf(canType)('types nothing into the terminal of the caller', () => {
      replaceProgram(server, typingProgram)
      // So that the test can fail: without the command, the terminal is the caller's.
      expect(typedBy(server, '/opt/sluice/panel/current/bin/sluice').typed).toBe(true)
      const asked = typedBy(server, 'sluice version')
      expect([asked.typed, asked.said.includes('asks')]).toEqual([false, true])
      for (const command of ['echo x | sluice version', 'sluice version >out', 'sluice version | cat']) {
        const { typed } = typedBy(server, command)
        expect([command, typed]).toEqual([command, false])
      }
      expect(readFileSync(join(server.root, 'root/out'), 'utf8')).toBe('runs\n')
    })

    it('gives its program another terminal than that of the caller, or none', () => {
      replaceProgram(
        server,
        '#!/bin/sh\n(readlink /proc/self/fd/0; readlink /proc/self/fd/2) >>/var/lib/sluice/seen',
      )
      const caller = /\/dev\/pts\/\d+/.exec(
        onTerminal(server, 'tty; sluice version; echo x | sluice version'),
      )?.[0]
      const seen = readFileSync(join(server.root, 'var/lib/sluice/seen'), 'utf8').trim().split('\n')
      expect([caller?.startsWith('/dev/pts/'), seen.length, seen.filter((path) => path === caller)]).toEqual([
        true,
        4,
        [],
      ])
    })

    it('ends its program when it is told to end', () => {
      replaceProgram(
        server,
        '#!/bin/sh\ntrap "echo ended; exit 5" TERM\necho on; while :; do sleep 0.05; done',
      )
      const script = `sluice run >out &
        tries=0
        until grep -q on out || [ $tries -gt 600 ]; do tries=$((tries + 1)); sleep 0.05; done
        kill $!; wait $! || echo "code $?"; cat out`
      const said = server.run('sh', '-c', script)
      expect(said).toBe('code 5\non\nended\n')
    })
  })
})

it('the scripts of the package are readable by a plain shell', () => {
  for (const name of ['install.sh', 'command.sh', 'sluice.sh'])
    expect(spawnSync('sh', ['-n', join('packaging', name)]).status).toBe(0)
})
