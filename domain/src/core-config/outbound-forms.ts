import type { Block } from '#contract/inbound.ts'
import { asBlock, asBlocks } from '#domain/untyped.ts'
import { type Path, textIn, valueAt, withValueAt } from './edit.ts'
import { hasOldDnsMask, hopPath, isFreedom } from './outbound-traits.ts'

/** Writes what an operator stored as a version of the core reads it; the same outbound if nothing is to be done. */
export type WriteOutbound = (outbound: Block) => Block

const sockopt = (key: string): Path => ['streamSettings', 'sockopt', key]
const masks: Path = ['streamSettings', 'finalmask', 'udp']
const dropped =
  (path: Path): WriteOutbound =>
  (outbound) =>
    valueAt(outbound, path) === undefined ? outbound : withValueAt(outbound, path, undefined)

/** An outbound dials through another one by `dialerProxy`, which older cores know too. */
export const withDialerProxy: WriteOutbound = (outbound) => {
  if (valueAt(outbound, ['proxySettings']) === undefined) return outbound
  const tag = textIn(outbound, ['proxySettings', 'tag'])
  const rest = withValueAt(outbound, ['proxySettings'], undefined)
  return tag === '' ? rest : withValueAt(rest, sockopt('dialerProxy'), tag)
}

/** A direct outbound resolves names by its socket. */
export const withSocketStrategy: WriteOutbound = (outbound) => {
  const path: Path = ['settings', 'domainStrategy']
  const strategy = textIn(outbound, path)
  if (!isFreedom(outbound) || strategy === '') return outbound
  const rest = withValueAt(outbound, path, undefined)
  return /^asis$/i.test(strategy) ? rest : withValueAt(rest, sockopt('domainStrategy'), strategy)
}

/** Hop ports are the last mask: at each interval another port here and there, as before. */
export const withHopMask: WriteOutbound = (outbound) => {
  const { ports, interval } = asBlock(valueAt(outbound, hopPath))
  if (valueAt(outbound, hopPath) === undefined) return outbound
  const rest = withValueAt(outbound, hopPath, undefined)
  if (ports === undefined || ports === '') return rest
  const settings = {
    mode: 'intervalLocal,intervalRemote',
    remotePorts: ports,
    ...(interval !== undefined && interval !== '' && { interval }),
  }
  return withValueAt(rest, masks, [...asBlocks(valueAt(rest, masks)), { type: 'udphop', settings }])
}

/** `name+udp://ip:port` -> the name, and the resolver. */
const splitResolver = (text: string): [name: string, server: string] => {
  const at = text.indexOf('+')
  return at < 0 ? ['', text] : [text.slice(0, at), text.slice(at + 1)]
}

const textsIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []

/** The only kind of records before 26.9.30. */
const types = [16]

/** The DNS mask with names and resolvers as objects, which 26.9.30 spells in its own way. */
function newDnsMask(mask: Block, spelled: (names: string[], servers: string[]) => Block): Block {
  if (textIn(mask, ['type']) !== 'xdns') return mask
  const servers = textsIn(valueAt(mask, ['settings', 'resolvers'])).map(splitResolver)
  const named = servers.map(([name]) => name).filter((name) => name !== '')
  const names = [...new Set([...textsIn(valueAt(mask, ['settings', 'domains'])), ...named])]
  const { domains: _, resolvers: __, ...rest } = asBlock(valueAt(mask, ['settings']))
  const addresses = servers.map(([, server]) => server)
  return withValueAt(mask, ['settings'], { ...rest, ...spelled(names, addresses) })
}

const withDnsMask =
  (spelled: (names: string[], servers: string[]) => Block): WriteOutbound =>
  (outbound) =>
    hasOldDnsMask(valueAt(outbound, ['streamSettings']))
      ? withValueAt(
          outbound,
          masks,
          asBlocks(valueAt(outbound, masks)).map((mask) => newDnsMask(mask, spelled)),
        )
      : outbound

export const withSingleNames = withDnsMask((names, servers) => ({
  domains: names.map((name) => ({ name, types })),
  resolvers: servers.map((server) => ({ type: 'udp', settings: { addr: server.replace(/^udp:\/\//, '') } })),
}))

export const withNameLists = withDnsMask((names, servers) => ({
  domains: names.map((name) => ({ names: [name], types })),
  resolvers: servers.length > 0 ? [{ addrs: servers }] : [],
}))

/** A direct outbound cannot look up service records. */
export const withoutServiceRecords: WriteOutbound = (outbound) =>
  isFreedom(outbound) ? dropped(sockopt('addressPortStrategy'))(outbound) : outbound

export const withoutSystemAuthorities = dropped(['streamSettings', 'tlsSettings', 'useSystemCA'])
