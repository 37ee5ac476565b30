import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Server, serverIn, startFirst, works } from './server.ts'

const release = 'bookworm'

/** Why no Debian can be booted here; undefined if it can. */
export function debianMissing(): string | undefined {
  if (process.env.SLUICE_LONG !== '1') return 'it is part of the long run'
  if (process.getuid?.() !== 0) return 'only root can boot one'
  if (!works('debootstrap', '--version')) return 'debootstrap is not installed'
  if (!works('systemd-nspawn', '--version')) return 'systemd-nspawn is not installed (systemd-container)'
  return undefined
}

/** The smallest Debian with systemd, fetched once for this user. */
function debian(): string {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sluice', `debian-${release}`)
  if (existsSync(folder)) return folder
  const draft = `${folder}.${process.pid}`
  mkdirSync(dirname(folder), { recursive: true })
  const packages = '--include=systemd,systemd-sysv,dbus'
  execFileSync('debootstrap', ['--variant=minbase', packages, release, draft], { stdio: 'ignore' })
  renameSync(draft, folder)
  return folder
}

/** A Debian of its own in this folder, with systemd as its first process. */
export async function createDebianServer(root: string): Promise<Server> {
  rmSync(root, { recursive: true, force: true })
  cpSync(debian(), root, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  return bootDebian(root)
}

/** Boots what is in this folder, as after a power cut. */
export async function bootDebian(root: string): Promise<Server> {
  const spawned = startFirst('unshare', [
    ...['--mount', '--propagation', 'private', 'systemd-nspawn', '--quiet', '--register=no', '--keep-unit'],
    // nspawn forbids this call to everything inside, a real machine does not.
    ...['--system-call-filter=pidfd_getfd', '--console=pipe', `--machine=sluice-${process.pid}`],
    ...['-D', root, '--boot'],
  ])
  return serverIn(root, spawned, (run) => {
    try {
      return /running|degraded/.test(run('systemctl', 'is-system-running'))
    } catch (error) {
      return /degraded/.test(String(error))
    }
  })
}
