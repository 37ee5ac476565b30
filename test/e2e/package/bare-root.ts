import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Server, serverIn, startFirst, whereIs, works } from './server.ts'

const here = dirname(fileURLToPath(import.meta.url))

/** What every Debian has, as far as the installer uses it. */
const programs =
  'sh basename cat chmod chown cmp cp cut date df dirname env grep gzip head id ln ls mkdir mkfifo mktemp mv readlink ' +
  'realpath rm rmdir script sed setpriv setsid sha256sum sleep stat tail tar tr uname useradd userdel'

/** Why no bare root can be made here; undefined if it can. */
export function bareRootMissing(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can make a root folder of its own'
  if (!works('unshare', '--mount', '--pid', '--fork', 'true')) return 'unshare makes no namespaces here'
  return undefined
}

/** The shared libraries of a program, and the loader. */
const librariesOf = (program: string): string[] =>
  [...execFileSync('ldd', [program], { encoding: 'utf8' }).matchAll(/(\/\S+) \(0x/g)].map(
    ([, path]) => path ?? '',
  )

function copyInto(root: string, file: string, target = file): void {
  if (existsSync(join(root, target))) return
  mkdirSync(dirname(join(root, target)), { recursive: true })
  copyFileSync(realpathSync(file), join(root, target))
}

const devices = ['null', 'zero', 'random', 'urandom', 'tty']

const nativeParts = (unpacked: string): string[] =>
  readdirSync(unpacked, { recursive: true, encoding: 'utf8' })
    .filter((name) => name === 'bin/node' || name.endsWith('.node'))
    .map((name) => join(unpacked, name))

interface Contents {
  /** The package whose programs must find their libraries. */
  unpacked?: string
  /** Programs of this machine that a test needs there. */
  more?: readonly string[]
}

/** A file system with a shell, the programs of the installer and the C libraries: no Node, no network tools, no systemd. */
export async function createBareServer(root: string, { unpacked, more = [] }: Contents): Promise<Server> {
  for (const folder of 'etc dev/pts proc run/systemd/system tmp root usr/local/bin var/lib var/log'.split(
    ' ',
  ))
    mkdirSync(join(root, folder), { recursive: true })
  const found = [...programs.split(' '), ...more].map((name) => ({ name, path: whereIs(name) }))
  for (const { name, path } of found) copyInto(root, path, `/usr/bin/${name}`)
  copyInto(root, whereIs('sh'), '/bin/sh')
  const native = unpacked === undefined ? [] : nativeParts(unpacked)
  for (const library of [...found.map(({ path }) => path), ...native].flatMap(librariesOf))
    copyInto(root, library)
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n')
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\n')
  writeFileSync(join(root, 'etc/hostname'), basename(root))
  copyFileSync(join(here, 'systemctl.sh'), join(root, 'usr/bin/systemctl'))
  chmodSync(join(root, 'usr/bin/systemctl'), 0o755)
  chmodSync(join(root, 'tmp'), 0o1777)
  for (const name of devices) writeFileSync(join(root, 'dev', name), '')
  symlinkSync('pts/ptmx', join(root, 'dev/ptmx'))
  const mounts = [
    ...devices.map((name) => `mount --bind /dev/${name} ${root}/dev/${name}`),
    `mount -t devpts -o newinstance,ptmxmode=0666 devpts ${root}/dev/pts`,
  ]
  const script = [`mount -t proc proc ${root}/proc`, ...mounts, `exec chroot ${root} sh -c 'cat; exit'`].join(
    ' && ',
  )
  const first = startFirst('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script])
  return serverIn(root, first, (run) => {
    try {
      // Until the first process is in its own root, this is still the file system of this machine.
      return run('cat', '/etc/hostname') === basename(root)
    } catch {
      return false
    }
  })
}
