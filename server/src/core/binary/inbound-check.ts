import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import { type ClientProtocol, carriesClients } from '#contract/protocol.ts'
import { type Credentials, fittingCredentials, type Mint } from '#domain/clients/credentials.ts'
import type { CoreConfig } from '#domain/core-config/build.ts'
import { inboundSection, type SectionSource } from '#domain/core-config/inbound-section.ts'
import type { UserSource } from '#domain/core-config/users.ts'
import { methodOf } from '#domain/inbounds/capabilities.ts'
import { runsHere } from '#domain/inbounds/runs-on.ts'
import { inEnglish, Refusal } from '#domain/refusal.ts'
import { createAddressBook, takenByInbound } from '#domain/wireguard/pool.ts'
import type { Clock } from '../../platform/clock.ts'
import { createMint } from '../../platform/mint.ts'
import type { DesiredState } from '../reconcile/desired.ts'
import type { BinaryProvider } from './binary-provider.ts'
import { testConfig } from './config-test.ts'
import { explained } from './explained.ts'

interface Deps extends Clock {
  provider: Pick<BinaryProvider, 'located' | 'version'>
  desired: Pick<DesiredState, 'hidden'>
  binFolder: string
}

/** Refuses on save what the installed core would refuse, with the core's message (P54). */
export function createCheck({ provider, desired, binFolder, now }: Deps) {
  /** Why the core refuses; undefined if it does not, or if there is no core (R28). */
  async function objection(config: Partial<CoreConfig>): Promise<string | Coded | undefined> {
    const binary = provider.located()
    if (!binary) return undefined
    const verdict = await testConfig(binary, JSON.stringify(config), { assetFolder: binFolder })
    return !verdict.ok && verdict.refused ? explained(verdict.words, provider.version(), config) : undefined
  }

  async function ask(config: Partial<CoreConfig>, field: string): Promise<void> {
    const reason = await objection(config)
    if (reason !== undefined) throw new Refusal('inbound.core-refuses', { reason }, field)
  }

  return {
    /** Alone, with one client of its kind: the check costs the same at any number of clients (R28). */
    async inbound(source: SectionSource): Promise<void> {
      if (!runsHere(source)) return
      const section = inboundSection(source, [someone(source, createMint(now()))], {
        fallbacks: [],
        childOf: () => undefined,
        hidden: desired.hidden(),
      })
      await ask(
        { inbounds: [section], outbounds: [{ protocol: 'blackhole', tag: 'blocked' }] },
        fieldOf(section as unknown as Block),
      )
    },
    template: (config: CoreConfig) => ask(config, 'xraySetting'),
    /** The core's message if it refuses, else blank. */
    async wordsAgainst(config: Partial<CoreConfig>): Promise<string> {
      const reason = (await objection(config)) ?? ''
      return typeof reason === 'string' ? reason : inEnglish(reason)
    },
  }
}

export type Check = ReturnType<typeof createCheck>

const fieldOf = (section: Block): string => ('streamSettings' in section ? 'streamSettings' : 'settings')

export function someone(source: SectionSource, mint: Mint): UserSource {
  const blank = { uuid: mint.uuid(), password: '', auth: '', shadowsocksKey: '' }
  const credentials = carriesClients(source.protocol)
    ? fittingSafely(blank, { protocol: source.protocol, method: methodOf(source) }, mint)
    : blank
  const book = createAddressBook()
  book.claim('inbound', takenByInbound(source.settings))
  const allowedIPs = source.protocol === 'wireguard' ? (book.free(source.settings, []) ?? []).join() : ''
  return { email: 'check', ...credentials, allowedIPs, flow: '', security: '', reverse: null, enable: true }
}

/** A single-user cipher takes no client; it is checked without. */
function fittingSafely(blank: Credentials, target: { protocol: ClientProtocol; method: string }, mint: Mint) {
  try {
    return fittingCredentials(blank, [target], mint)
  } catch (error) {
    if (error instanceof Refusal) return blank
    throw error
  }
}
