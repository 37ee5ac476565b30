import type { Block, InboundInput } from '#contract/inbound.ts'
import { type Network, type Protocol, protocolTraits, type Security } from '#contract/protocol.ts'
import { type Mint, newKey } from '#domain/clients/credentials.ts'
import { isBlock, textAt } from '#domain/untyped.ts'
import { canonicalStream, networkOf, tidySniffing, tidyStream } from '../stream.ts'
import { type Cell, defaultNetwork, defaultSecurity } from './cells.ts'
import type { Field } from './field.ts'
import { formTable } from './table.ts'
import { inCell, isWanted, valuesOf } from './values.ts'

const fresh = (value: unknown, mint: Mint): unknown =>
  typeof value === 'function' ? value(mint) : structuredCopy(value)

/** Copied, so that a form cannot modify the table's lists and blocks. */
const structuredCopy = (value: unknown): unknown =>
  value !== null && typeof value === 'object' ? JSON.parse(JSON.stringify(value)) : value

function put(form: Block, path: string, value: unknown): void {
  const keys = path.split('.')
  const last = keys.pop()!
  let at = form
  for (const key of keys) {
    const next = at[key] ?? {}
    if (!isBlock(next)) return // not repaired here: validation reports it
    const copy = { ...next } // the caller's object is not modified
    at[key] = copy
    at = copy
  }
  at[last] = value
}

/** Sets the default of every wanted field that is absent; later conditions can see earlier fields. */
function fill(form: Block, cell: Cell, wanted: (field: Field) => boolean, mint: Mint): void {
  for (const field of formTable) {
    if (field.default === undefined || field.path.includes('[]') || !wanted(field) || !inCell(field, cell))
      continue
    if (valuesOf(form, field.path, field.alias).length > 0 || !isWanted(field, form)) continue
    put(form, field.path, fresh(field.default, mint))
  }
}

export interface InboundBlocks {
  settings: Block
  streamSettings: Block
  sniffing: Block & { enabled: boolean }
}

const emptyStream = (cell: Cell): Block =>
  cell.network ? { network: cell.network, security: cell.security, [`${cell.network}Settings`]: {} } : {}

export function defaultsFor(
  protocol: Protocol,
  network: Network | undefined,
  security: Security | undefined,
  mint: Mint,
): InboundBlocks {
  const cell: Cell = {
    protocol,
    network: network ?? defaultNetwork(protocol),
    security: security ?? defaultSecurity(protocol),
  }
  const form: Block = { settings: {}, streamSettings: emptyStream(cell), sniffing: {} }
  fill(form, cell, (field) => /^(?:settings|streamSettings|sniffing)\./.test(field.path), mint)
  // fill() only adds keys below these three.
  const blocks = form as unknown as InboundBlocks
  return { ...blocks, sniffing: tidySniffing(blocks.sniffing) }
}

const socketOnly = (stream: Block): Block =>
  Object.fromEntries(Object.entries(stream).filter(([key]) => key === 'sockopt' || key === 'finalmask'))

function completedStream(protocol: Protocol, written: Block | undefined): Block {
  const { stream } = protocolTraits[protocol]
  if (stream === 'none') return {}
  const given = tidyStream(canonicalStream(written ?? {}))
  if (stream === 'socket') return socketOnly(given)
  const network = textAt(given, 'network') || defaultNetwork(protocol)
  const shell = (given[`${network}Settings`] ?? null) === null ? { [`${network}Settings`]: {} } : {}
  return { ...given, network, security: textAt(given, 'security') || defaultSecurity(protocol), ...shell }
}

/** The three blocks as stored: fills in what the core or a published client requires, and changes nothing else. */
export function completedBlocks(protocol: Protocol, input: InboundInput, mint: Mint): InboundBlocks {
  const stream = completedStream(protocol, input.streamSettings)
  const form: Block = { settings: input.settings ?? {}, streamSettings: stream, sniffing: {} }
  // Any network is accepted here: validateInbound refuses an invalid one.
  fill(form, { protocol, network: networkOf(stream) as Network }, (field) => field.fill === true, mint)
  // fill() only adds keys to the blocks.
  const { settings, streamSettings } = form as unknown as InboundBlocks
  return {
    settings: protocol === 'shadowsocks' ? withServerKey(settings, mint) : settings,
    streamSettings,
    sniffing: tidySniffing(input.sniffing ?? {}),
  }
}

const withServerKey = (settings: Block, mint: Mint): Block => {
  if ((settings.password ?? '') !== '') return settings
  return { ...settings, password: newKey(textAt(settings, 'method').toLowerCase(), mint) }
}
