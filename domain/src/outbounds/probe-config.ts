import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import { insideRanges } from '#domain/net/inside-ranges.ts'
import { coded } from '#domain/refusal.ts'
import { asBlock, asBlocks, blockAt, foldedAt, textAt, withForced, withoutKeys } from '#domain/untyped.ts'

/** Tags of the outbounds this one dials through. */
function dialledThrough(outbound: Block): string[] {
  const { proxySettings, streamSettings } = outbound
  const sockopt = blockAt(asBlock(streamSettings), 'sockopt')
  return [textAt(asBlock(proxySettings), 'tag'), textAt(sockopt, 'dialerProxy')].filter(Boolean)
}

/** The outbounds in `all` that this one depends on, nearest first. `missing` is a referenced tag that does not exist. */
export function chainOf(outbound: Block, all: readonly Block[]) {
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

/** As the core reads it, in any spelling. */
const protocolOf = (outbound: Block): string => String(foldedAt(outbound, 'protocol') ?? '').toLowerCase()

/** Outbounds that cannot be tested by themselves. */
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
 * The test address was resolved and found public, but this outbound resolves it again: if the result is private then,
 * the core blocks it (S5, P57).
 */
const publicOnly = (settings: Block): Block =>
  withForced(settings, {
    finalRules: [{ action: 'block', ip: [...insideRanges] }, ...asBlocks(foldedAt(settings, 'finalRules'))],
  })

/** No kernel device for a short test. */
const noDevice = (settings: Block): Block => withForced(settings, { noKernelTun: true })

function prepared(outbound: Block): Block {
  const protocol = protocolOf(outbound)
  if (protocol === 'freedom' || protocol === 'direct') return withSettings(outbound, publicOnly)
  return protocol === 'wireguard' ? withSettings(outbound, noDevice) : outbound
}

/** Fails and logs every few seconds: when the panel was killed and its pipe is closed, that write ends the core. */
export const aliveWhilePanel = {
  outbound: { tag: 'probe-none', protocol: 'blackhole' },
  observatory: { subjectSelector: ['probe-none'], probeURL: 'http://127.0.0.1/', probeInterval: '3s' },
} as const

interface Door {
  port: number
  password: string
}
export const probeUser = (index: number): string => `probe-${index}`

/**
 * A core that only serves the outbounds under test: one loopback inbound, where the username selects the outbound. The
 * password keeps other local users out.
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
      aliveWhilePanel.outbound, // default for unmatched connections
      ...outbounds.map((outbound, i) => ({ ...withoutKeys(prepared(outbound), ['tag']), tag: probeUser(i) })),
      ...needs.values(),
    ],
    observatory: aliveWhilePanel.observatory,
    routing: {
      domainStrategy: 'AsIs',
      rules: outbounds.map((_, i) => ({ user: [probeUser(i)], outboundTag: probeUser(i) })),
    },
  }
}
