import { existsSync, readFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { CoreFile } from '#contract/core-file.ts'
import { Refusal } from '#domain/refusal.ts'
import { PINNED_VERSION, plainVersion, probeVersion, tooOld } from '../core/binary/binary-version.ts'
import { testConfig } from '../core/binary/config-test.ts'
import { confirmedHash, describeRelease } from '../core/binary/confirm-hash.ts'
import { fetchGiven, givenFolder, keepGiven, placeGiven } from '../core/binary/given-file.ts'
import { installCore, provideCore } from '../core/binary/install.ts'
import { locateCore, managedPath } from '../core/binary/locate.ts'
import { createStepFilter, type Report } from '../core/binary/progress.ts'
import { keepPrevious } from '../core/binary/trusted-binary.ts'
import { corePaths } from '../core/process/files.ts'
import type { Config } from '../platform/config.ts'
import { createEgress } from '../platform/egress/safe-fetch.ts'
import { agreed } from './agreed.ts'
import { type Print, parseFlags } from './flags.ts'

/** `sluice core install|version|path`: works without a panel and next to a running one. */
export async function coreCommand(config: Config, args: readonly string[], print: Print): Promise<void> {
  const [verb = '', ...rest] = args
  switch (verb) {
    case 'install':
      return install(config, rest, print)
    case 'version':
      return version(config, print)
    case 'path':
      return print(located(config).path)
    default:
      throw new Refusal('cli.unknown-core-command', { command: verb })
  }
}

async function install(config: Config, args: readonly string[], print: Print): Promise<void> {
  const flags = parseFlags(args, {
    version: 'text',
    sha256: 'text',
    release: 'switch',
    file: 'text',
    url: 'text',
    cache: 'switch',
    force: 'switch',
  })
  const given = confirmedHash(flags.sha256)
  const { wanted, confirmed } =
    flags.file !== undefined || flags.url !== undefined
      ? await broughtCore(flags, given)
      : await chosenRelease(flags, given)
  const deps = { egress: createEgress(), env: process.env, confirmed, report }
  const cached = await provideCore(wanted, deps)
  if (flags.cache) return print(cached)
  if (!flags.force) await refuseLoss(config, cached, wanted)
  keepPrevious(managedPath(config.binFolder))
  print(await installCore(config.binFolder, wanted, deps))
}

/** Progress goes to standard error: standard output carries only the path. */
const tell: Print = (line) => void process.stderr.write(`${line}\n`)
const isWorthALine = createStepFilter()
const report: Report = (step) => {
  if (isWorthALine(step)) tell(step.message)
}

/** `-release`: shows the hash that the release names and asks, instead of building from source. */
async function chosenRelease(
  { version: wanted = PINNED_VERSION, release }: { version?: string; release?: boolean },
  given: string | undefined,
) {
  if (!release || given) return { wanted, confirmed: given }
  const version = plainVersion(wanted)
  if (!version) throw new Refusal('core.version-invalid', { text: wanted, example: PINNED_VERSION })
  const { asset, sha256, known, page } = await describeRelease(version, { egress: createEgress() })
  if (!known) await confirmed(`${asset} of Xray ${version}`, sha256, page)
  return { wanted, confirmed: sha256 }
}

/** `-file` and `-url`: a core that the operator brings, under the version that it says itself. */
async function broughtCore({ file, url = '' }: { file?: string; url?: string }, given: string | undefined) {
  const { env } = process
  const kept =
    file === undefined
      ? await fetchGiven(url, { env, egress: createEgress(), allowPrivateAddress: true }) // named by whoever runs the command
      : await copied(file, env)
  if (given && given !== kept.sha256)
    throw new Refusal('core.file-hash-differs', { name: kept.name, found: kept.sha256, expected: given })
  if (!given) await confirmed(kept.name, kept.sha256, 'its source')
  return { wanted: await placeGiven(kept.sha256, { env }), confirmed: kept.sha256 }
}

async function copied(file: string, env: NodeJS.ProcessEnv): Promise<CoreFile> {
  const copy = join(givenFolder(env), `.copy-${process.pid}`)
  try {
    await copyFile(file, copy)
  } catch (error) {
    throw new Refusal('core.file-unreadable', { file, reason: (error as Error).message })
  }
  return keepGiven(copy, basename(file), { env })
}

async function confirmed(name: string, hash: string, source: string): Promise<void> {
  const question = `${name} has the SHA-256 ${hash}. Compare it with ${source}. Is it the same?`
  if (!(await agreed(question, new Refusal('core.file-unconfirmed', { name, hash }))))
    throw new Refusal('core.file-not-installed')
}

/** The next core must read the configuration that the last one ran with, in time, unless the core in use does not either. */
async function refuseLoss(config: Config, next: string, version: string): Promise<void> {
  const file = corePaths(config.dataFolder).config
  const current = locateCore({ binFolder: config.binFolder, env: process.env })
  if (!current || !existsSync(file)) return
  const text = readFileSync(file, 'utf8')
  const options = { assetFolder: config.binFolder }
  const verdict = await testConfig(next, text, options)
  if (verdict.ok) return
  if ((await testConfig(current.path, text, options)).ok)
    throw new Refusal('cli.core-refuses-config', { version, reason: verdict.words })
}

async function version(config: Config, print: Print): Promise<void> {
  const { path, from } = located(config)
  const found = await probeVersion(path)
  print(`Xray ${found} (${path}, ${from})`)
  const reason = tooOld(found)
  if (reason) print(reason)
}

function located(config: Config) {
  const core = locateCore({ binFolder: config.binFolder, env: process.env })
  if (!core) throw new Refusal('cli.no-core')
  return core
}
