import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
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

/** `npm run package`, weakly compressed unless `flags` say what is wanted. */
export function buildPackage(out: string, flags: readonly string[], key?: string): string {
  mkdirSync(out, { recursive: true })
  const tool = join(repository, 'tools', 'package.mjs')
  return execFileSync(process.execPath, [tool, '--out', out, ...flags], {
    cwd: repository,
    encoding: 'utf8',
    env: { ...process.env, SLUICE_RELEASE_KEY: key ?? '' },
  })
}

/** For this machine, with the core of the tests. */
export const fastFlags = ['--fast', '--arch', process.arch, '--core', coreBinary]

export function archiveIn(out: string, version = '0.1.0', arch: string = process.arch): string {
  const file = join(out, `sluice-${version}-linux-${arch}.tar.gz`)
  if (!existsSync(file)) throw new Error(`there is no ${file}`)
  return file
}
