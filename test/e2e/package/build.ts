import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { coreBinary } from '../core/binary.ts'

const repository = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))

/** Why signatures cannot be checked with the real program; undefined if they can. */
export const minisignMissing = (): string | undefined =>
  spawnSync('minisign', ['-v']).error ? 'minisign is not installed' : undefined

/** A key pair without a password, made by the real program. */
export function makeKey(folder: string): { secret: string; publicKey: string } {
  const [secret, shown] = [join(folder, 'release.key'), join(folder, 'release.pub')]
  execFileSync('minisign', ['-G', '-W', '-s', secret, '-p', shown], { stdio: 'ignore' })
  return { secret, publicKey: shown }
}

/** `npm run package` of this checkout, or of a copy of it. */
export function buildPackage(out: string, flags: readonly string[], key?: string, from = repository): string {
  mkdirSync(out, { recursive: true })
  return execFileSync(process.execPath, [join(from, 'tools', 'package.mjs'), '--out', out, ...flags], {
    cwd: from,
    encoding: 'utf8',
    env: { ...process.env, SLUICE_RELEASE_KEY: key ?? '', SOURCE_DATE_EPOCH: commitTime() },
  })
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim()
/** Read once: somebody may commit while builds are compared. */
let time: string | undefined
const commitTime = () => (time ??= process.env.SOURCE_DATE_EPOCH ?? git('log', '-1', '--format=%ct'))

/** The sources alone, in another folder: nothing that was built before is used again. The packages of npm are. */
export function copySources(to: string): void {
  const names = git('ls-files', '--cached', '--others', '--exclude-standard').split('\n')
  for (const name of names.filter((one) => existsSync(join(repository, one))))
    cpSync(join(repository, name), join(to, name))
  symlinkSync(realpathSync(join(repository, 'node_modules')), join(to, 'node_modules'))
}

/** For this machine, with the core of the tests. */
export const fastFlags = ['--fast', '--arch', process.arch, '--core', coreBinary]

export function archiveIn(out: string, version = '0.1.0', arch: string = process.arch): string {
  const file = join(out, `sluice-${version}-linux-${arch}.tar.gz`)
  if (!existsSync(file)) throw new Error(`there is no ${file}`)
  return file
}
