import { randomBytes, randomUUID } from 'node:crypto'
import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import { type ClientProtocol, carriesClients } from '#contract/protocol.ts'
import { type Credentials, fittingCredentials } from '#domain/clients/credentials.ts'
import type { Mint } from '#domain/clients/mint.ts'
import type { CoreConfig } from '#domain/core-config/build.ts'
import { inboundSection, type SectionSource } from '#domain/core-config/inbound-section.ts'
import type { HiddenBytes, UserSource } from '#domain/core-config/users.ts'
import { methodOf } from '#domain/inbounds/capabilities.ts'
import { runsHere } from '#domain/inbounds/runs-on.ts'
import { inEnglish, Refusal } from '#domain/refusal.ts'
import type { Clock } from '../../platform/clock.ts'
import type { BinaryProvider } from './binary-provider.ts'
import { type ConfigTestResult, testConfig } from './config-test.ts'

interface Deps {
  /** Undefined if there is no core: then the save goes through (R28). */
  test: () => Promise<((config: object) => Promise<ConfigTestResult>) | undefined>
  hidden: () => HiddenBytes
  mint: () => Mint
}

/** Refuses on save what the core would refuse, with the core's message (P54). */
export function createCheck({ test, hidden, mint }: Deps) {
  /** Why the core refuses; undefined if it does not. */
  async function objection(config: object): Promise<string | Coded | undefined> {
    const run = await test()
    const verdict = run && (await run(config))
    return verdict && !verdict.ok && verdict.refused ? verdict.words : undefined
  }

  async function ask(config: object, field: string): Promise<void> {
    const reason = await objection(config)
    if (reason !== undefined) throw new Refusal('inbound.core-refuses', { reason }, field)
  }

  return {
    /** Alone, with one client of its kind: the check costs the same at any number of clients (R28). */
    async inbound(source: SectionSource): Promise<void> {
      if (!runsHere(source)) return
      const section = inboundSection(source, [someone(source, mint())], {
        fallbacks: [],
        childOf: () => undefined,
        hidden: hidden(),
      })
      await ask(
        { inbounds: [section], outbounds: [{ protocol: 'blackhole', tag: 'blocked' }] },
        fieldOf(section as unknown as Block),
      )
    },
    template: (config: CoreConfig) => ask(config, 'xraySetting'),
    /** The core's message if it refuses, else blank. */
    async wordsAgainst(config: object): Promise<string> {
      const reason = (await objection(config)) ?? ''
      return typeof reason === 'string' ? reason : inEnglish(reason)
    },
  }
}

/** Asks the installed core. */
export const checkWith = (
  provider: Pick<BinaryProvider, 'located'>,
  { binFolder, hidden, now }: Clock & Pick<Deps, 'hidden'> & { binFolder: string },
): Check =>
  createCheck({
    test: async () => {
      const binary = provider.located()
      return binary
        ? (candidate) => testConfig(binary, JSON.stringify(candidate), { assetFolder: binFolder })
        : undefined
    },
    hidden,
    mint: () => createMint(now()),
  })

export type Check = ReturnType<typeof createCheck>

const fieldOf = (section: Block): string => ('streamSettings' in section ? 'streamSettings' : 'settings')

export function someone(source: SectionSource, mint: Mint): UserSource {
  const blank = { uuid: mint.uuid(), password: '', auth: '', shadowsocksKey: '' }
  const credentials = carriesClients(source.protocol)
    ? fittingSafely(blank, { protocol: source.protocol, method: methodOf(source) }, mint)
    : blank
  return { email: 'check', ...credentials, flow: '', security: '', reverse: null, enable: true }
}

export const createMint = (now: number): Mint => ({
  uuid: () => randomUUID(),
  bytes: (n) => new Uint8Array(randomBytes(n)),
  now,
})

/** A single-user cipher takes no client; it is checked without. */
function fittingSafely(blank: Credentials, target: { protocol: ClientProtocol; method: string }, mint: Mint) {
  try {
    return fittingCredentials(blank, [target], mint)
  } catch (error) {
    if (error instanceof Refusal) return blank
    throw error
  }
}
