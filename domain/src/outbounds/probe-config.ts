import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import { asBlock, asBlocks, foldedAt, withForced, withoutKeys } from '#domain/core-config/json.ts'
import { blockAt, textAt } from '#domain/inbounds/stream.ts'
import { insideRanges } from '#domain/net/inside-ranges.ts'
import { coded } from '#domain/refusal.ts'

/** Tags that an outbound is dialled through. */
export function dialledThrough(outbound: Block): string[] {
  const { proxySettings, streamSettings } = outbound
  const sockopt = blockAt(asBlock(streamSettings), 'sockopt')
  return [textAt(asBlock(proxySettings), 'tag'), textAt(sockopt, 'dialerProxy')].filter(Boolean)
}

export interface Chain {
  /** What the outbound needs beside itself, nearest first. */
  needs: Block[]
  /** A tag that is named and not there. */
  missing: string | undefined
}

/** The outbounds of `all` that this one cannot do without. */
export function chainOf(outbound: Block, all: readonly Block[]): Chain {
  const needs = new Map<string, Block>()
  const waiting = dialledThrough(outbound)
  for (let tag = waiting.shift(); tag !== undefined; tag = waiting.shift()) {
    if (needs.has(tag)) continue
    const found = all.find((o) => o.tag === tag)
    if (!found) return { needs: [...needs.values()], missing: tag }
    needs.set(tag, found)
    waiting.push(...dialledThrough(found))
  }
  return { needs: [...needs.values()], missing: undefined }
}

/** As the core reads it, however it is spelled. */
const protocolOf = (outbound: Block): string => String(foldedAt(outbound, 'protocol') ?? '').toLowerCase()

/** Outbounds that answer nobody by themselves. */
const mute: Readonly<Record<string, Coded>> = {
  blackhole: coded('outbound.test-blocks'),
  block: coded('outbound.test-blocks'),
  dns: coded('outbound.test-answers-dns'),
  loopback: coded('outbound.test-loops-back'),
}
export const muteReason = (outbound: Block): Coded | undefined => {
  const protocol = protocolOf(outbound)
  return Object.hasOwn(mute, protocol) ? mute[protocol] : undefined
}

const withSettings = (outbound: Block, change: (settings: Block) => Block): Block =>
  withForced(outbound, { settings: change(asBlock(foldedAt(outbound, 'settings'))) })

/**
 * The test address was looked up and found public, but this outbound looks it up again: what turns out to be private
 * then is blocked by the core itself (S5, P57).
 */
const publicOnly = (settings: Block): Block =>
  withForced(settings, {
    finalRules: [{ action: 'block', ip: [...insideRanges] }, ...asBlocks(foldedAt(settings, 'finalRules'))],
  })

/** No kernel device for a moment's test. */
const noDevice = (settings: Block): Block => withForced(settings, { noKernelTun: true })

function prepared(outbound: Block): Block {
  const protocol = protocolOf(outbound)
  if (protocol === 'freedom' || protocol === 'direct') return withSettings(outbound, publicOnly)
  return protocol === 'wireguard' ? withSettings(outbound, noDevice) : outbound
}

export interface Door {
  port: number
  password: string
}
export const probeUser = (index: number): string => `probe-${index}`

/**
 * A core that does nothing but lead through the outbounds under test: one loopback door, and who knocks under which
 * name decides which outbound is taken. The password keeps other users of the machine out.
 */
export function probeConfig(outbounds: readonly Block[], all: readonly Block[], door: Door): Block {
  const needs = new Map<unknown, Block>()
  for (const outbound of outbounds)
    for (const need of chainOf(outbound, all).needs)
      needs.set(need.tag, protocolOf(need) === 'wireguard' ? withSettings(need, noDevice) : need)
  return {
    log: { loglevel: 'info', access: 'none' },
    inbounds: [
      {
        tag: 'probe',
        listen: '127.0.0.1',
        port: door.port,
        protocol: 'http',
        settings: { accounts: outbounds.map((_, i) => ({ user: probeUser(i), pass: door.password })) },
      },
    ],
    outbounds: [
      { tag: 'probe-none', protocol: 'blackhole' }, // whoever matches no rule gets nowhere
      ...outbounds.map((outbound, i) => ({ ...withoutKeys(prepared(outbound), ['tag']), tag: probeUser(i) })),
      ...needs.values(),
    ],
    // Goes nowhere and says so every few seconds: the line that nobody reads any more ends a core whose panel was killed.
    observatory: { subjectSelector: ['probe-none'], probeURL: 'http://127.0.0.1/', probeInterval: '3s' },
    routing: {
      domainStrategy: 'AsIs',
      rules: outbounds.map((_, i) => ({ user: [probeUser(i)], outboundTag: probeUser(i) })),
    },
  }
}
