import type { Block } from '#contract/inbound.ts'
import { isBlock, textsAt } from '#domain/untyped.ts'
import { textIn, valueAt, withValueAt } from './edit.ts'

export const queryStrategies = ['UseIP', 'UseIPv4', 'UseIPv6', 'UseSystem'] as const
export type QueryStrategy = (typeof queryStrategies)[number]

/** A DNS server as shown in the form; the core accepts a bare address for one without conditions. */
export type DnsServer = ReturnType<typeof readServer>
export interface DnsHost {
  name: string
  /** Addresses, or one alias. */
  to: string[]
}

const listAt = (block: Block, key: string): string[] => textsAt({ v: valueAt(block, [key]) }, 'v')
const serversAt = ['dns', 'servers'] as const
const entriesOf = (template: Block): unknown[] => {
  const list = valueAt(template, serversAt)
  return Array.isArray(list) ? list.filter((e) => typeof e === 'string' || isBlock(e)) : []
}

export function readServer(entry: unknown) {
  const block = isBlock(entry) ? entry : { address: entry }
  const port = Number(valueAt(block, ['port']) ?? 0)
  const expect = listAt(block, 'expectIPs')
  return {
    address: textIn(block, ['address']),
    /** Undefined: the default port. */
    port: port > 0 ? port : undefined,
    /** Used only for these domains. */
    domains: listAt(block, 'domains'),
    /** Answers are accepted only if they are in these ranges. */
    expectIPs: expect.length > 0 ? expect : listAt(block, 'expectedIPs'),
    /** Not used as a fallback for unmatched domains. */
    skipFallback: valueAt(block, ['skipFallback']) === true,
  }
}

/** Keeps unknown keys; an entry that needs only its address stays plain text. */
export function writeServer(entry: unknown, server: DnsServer): unknown {
  const old: Block = isBlock(entry) ? entry : {}
  // The core knows two names for this key and merges both lists.
  const expectKey =
    listAt(old, 'expectIPs').length > 0 || !listAt(old, 'expectedIPs').length ? 'expectIPs' : 'expectedIPs'
  const filled = (list: string[]) => (list.length > 0 ? list : undefined)
  const pairs: [string, unknown][] = [
    ['address', server.address],
    ['port', server.port],
    ['domains', filled(server.domains)],
    [expectKey, filled(server.expectIPs)],
    ['skipFallback', server.skipFallback || undefined],
  ]
  const next = pairs.reduce((block, [key, value]) => withValueAt(block, [key], value), old)
  return Object.keys(next).length === 1 ? server.address : next
}

export const dnsServers = (template: Block): DnsServer[] => entriesOf(template).map(readServer)

const withEntries = (template: Block, entries: readonly unknown[]): Block =>
  withValueAt(template, serversAt, [...entries])

export function saveServer(template: Block, index: number | undefined, server: DnsServer): Block {
  const entries = entriesOf(template)
  if (index === undefined || index >= entries.length) entries.push(writeServer(undefined, server))
  else entries[index] = writeServer(entries[index], server)
  return withEntries(template, entries)
}
export const removeServer = (template: Block, index: number): Block =>
  withEntries(template, entriesOf(template).toSpliced(index, 1))
export function moveServer(template: Block, from: number, to: number): Block {
  const entries = entriesOf(template)
  if (from === to || entries[from] === undefined || to < 0 || to >= entries.length) return template
  entries.splice(to, 0, ...entries.splice(from, 1))
  return withEntries(template, entries)
}

const hostsAt = ['dns', 'hosts'] as const
export const dnsHosts = (template: Block): DnsHost[] => {
  const hosts = valueAt(template, hostsAt)
  return isBlock(hosts) ? Object.keys(hosts).map((name) => ({ name, to: textsAt(hosts, name) })) : []
}
/** Removes the key if the list is empty. */
export const writeHosts = (template: Block, hosts: readonly DnsHost[]): Block => {
  const entries = hosts.map(({ name, to }) => [name, to.length === 1 ? to[0] : to] as const)
  return withValueAt(template, hostsAt, entries.length > 0 ? Object.fromEntries(entries) : undefined)
}

export const queryStrategy = (template: Block): QueryStrategy => {
  const written = textIn(template, ['dns', 'queryStrategy']).toLowerCase()
  return queryStrategies.find((s) => s.toLowerCase() === written) ?? 'UseIP'
}
export const writeStrategy = (template: Block, strategy: QueryStrategy): Block =>
  withValueAt(template, ['dns', 'queryStrategy'], strategy)

/** DoH by IP address, so that no other resolver is needed first. */
export const dnsPresets = {
  cloudflare: ['https://1.1.1.1/dns-query', 'https://1.0.0.1/dns-query'],
  google: ['https://8.8.8.8/dns-query', 'https://8.8.4.4/dns-query'],
  quad9: ['https://9.9.9.9/dns-query', 'https://149.112.112.112/dns-query'],
  adguard: ['https://94.140.14.14/dns-query', 'https://94.140.15.15/dns-query'],
} as const
export type DnsPreset = keyof typeof dnsPresets

/** Replaces the servers with a preset; hosts and other keys are kept. */
export const withPreset = (template: Block, preset: DnsPreset): Block =>
  withEntries(template, dnsPresets[preset])
/** Without the section, the core uses the system resolver. */
export const withoutDns = (template: Block): Block => withValueAt(template, ['dns'], undefined)
export const hasDns = (template: Block): boolean => isBlock(valueAt(template, ['dns']))

export function presetOf(template: Block): DnsPreset | undefined {
  const written = entriesOf(template).map(String).join()
  const found = Object.entries(dnsPresets).find(([, servers]) => servers.join() === written)
  return found?.[0] as DnsPreset | undefined // a key of the table
}

/** The core uses its own resolver only if something needs resolved addresses; otherwise the section has no effect. */
export function isDnsUsed(template: Block): boolean {
  const text = (value: unknown) => JSON.stringify(value ?? null).toLowerCase()
  const routing = textIn(template, ['routing', 'domainStrategy']).toLowerCase()
  return (
    ['ipifnonmatch', 'ipondemand'].includes(routing) ||
    /"(domain|target)strategy":"(use|force)ip/.test(text(valueAt(template, ['outbounds']))) ||
    /"protocol":"dns"/.test(text(valueAt(template, ['outbounds'])))
  )
}
