import { existsSync, readFileSync } from 'node:fs'
import { Refusal } from '#domain/refusal.ts'
import type { Config } from '../config.ts'
import { PINNED_VERSION, probeVersion, tooOld } from '../core/binary/binary-version.ts'
import { testConfig } from '../core/binary/config-test.ts'
import { confirmedHash } from '../core/binary/confirm-hash.ts'
import { installCore, provideCore } from '../core/binary/install.ts'
import { locateCore, managedPath } from '../core/binary/locate.ts'
import { keepPrevious } from '../core/binary/previous.ts'
import { corePaths } from '../core/process/files.ts'
import { createEgress } from '../platform/egress/safe-fetch.ts'
import { parseFlags } from './flags.ts'

type Print = (line: string) => void

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
  const flags = parseFlags(args, { version: 'text', sha256: 'text', cache: 'switch', force: 'switch' })
  const wanted = flags.version ?? PINNED_VERSION
  const deps = {
    egress: createEgress(),
    env: process.env,
    confirmed: confirmedHash(flags.sha256),
    // Progress goes to standard error: standard output carries only the path.
    report: ({ message }: { message: string }) => void process.stderr.write(`${message}\n`),
  }
  const cached = await provideCore(wanted, deps)
  if (flags.cache) return print(cached)
  if (!flags.force) await refuseLoss(config, cached, wanted)
  keepPrevious(managedPath(config.binFolder))
  print(await installCore(config.binFolder, wanted, deps))
}

/** The configuration that the last core ran with must be readable for the next, unless the core in use refuses it too. */
async function refuseLoss(config: Config, next: string, version: string): Promise<void> {
  const file = corePaths(config.dataFolder).config
  const current = locateCore({ binFolder: config.binFolder, env: process.env })
  if (!current || !existsSync(file)) return
  const text = readFileSync(file, 'utf8')
  const options = { assetFolder: config.binFolder }
  const verdict = await testConfig(next, text, options)
  if (verdict.ok || !verdict.refused) return
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
