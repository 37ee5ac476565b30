import { byName } from '#contract/clients/fields.ts'
import type { Block, Inbound, InboundInput } from '#contract/inbound.ts'
import { type InboundField, inboundFieldNames, inboundFields } from '#contract/inbounds/fields.ts'
import { isProtocol, type Protocol } from '#contract/protocol.ts'
import type { Mint } from '#domain/clients/credentials.ts'
import { methodOf } from './capabilities.ts'
import { completedBlocks, type InboundBlocks } from './form/defaults.ts'
import { validateInbound } from './form/validate.ts'
import { checkLabels } from './labels.ts'
import { type Layer4, layer4Of } from './port.ts'
import { type ClientDraft, splitSettings } from './with-clients.ts'

/** The operator's settings of an inbound. Clients have their own table; the tag is chosen in the transaction. */
export type InboundFields = Pick<Inbound, InboundField> & InboundBlocks

export interface DecidedInbound {
  fields: InboundFields
  /** undefined keeps the attachments; a list is the exact set (R42). */
  clients: ClientDraft[] | undefined
  /** Whether it binds TCP, UDP or both. */
  layers: Layer4[]
}

type Scalars = Omit<Pick<InboundFields, InboundField>, 'protocol'>
const scalarNames = inboundFieldNames.filter((name) => name !== 'protocol')
const blank = byName(scalarNames, (name) => inboundFields[name].default) as Scalars // as the table says

type Base = Partial<InboundBlocks> & Scalars

function scalars(input: InboundInput, base: Base): Scalars {
  const values = byName(scalarNames, (name) => {
    const value = input[name] ?? base[name]
    const isBlank = value === '' || (value === 0 && inboundFields[name].kind !== 'factor')
    return isBlank ? blank[name] : value
  })
  return {
    ...(values as Scalars), // name by name
    listen: input.listen?.trim() ?? base.listen,
    nodeId: input.nodeId === undefined ? base.nodeId : input.nodeId || null,
    labels: input.labels === undefined ? base.labels : checkLabels(input.labels),
  }
}

/** Server keys that are generated if missing. Keys omitted on update are kept, otherwise all clients would break. */
const serverKeys: Partial<Record<Protocol, string>> = { shadowsocks: 'password', wireguard: 'secretKey' }

function keepingKeys(protocol: Protocol, written: Block | undefined, stored: Block | undefined) {
  const key = serverKeys[protocol]
  if (!key || !written || !stored?.[key] || (written[key] ?? '') !== '') return written
  const method = (block: Block) => methodOf({ protocol, settings: block })
  return method(written) === method(stored) ? { ...written, [key]: stored[key] } : written
}

function decided(input: InboundInput, protocol: Protocol, base: Base, mint: Mint): DecidedInbound {
  const split = input.settings
    ? splitSettings(protocol, input.settings)
    : { settings: base.settings, clients: undefined }
  const written = {
    settings: keepingKeys(protocol, split.settings, base.settings),
    streamSettings: input.streamSettings ?? base.streamSettings,
    sniffing: input.sniffing ?? base.sniffing,
  }
  const fields = { ...scalars(input, base), protocol, ...completedBlocks(protocol, written, mint) }
  validateInbound({
    ...fields,
    nodeId: fields.nodeId ?? undefined,
    sniffing: written.sniffing,
    tag: input.tag,
  })
  return { fields, clients: split.clients, layers: layer4Of(fields) }
}

/** validateInbound reports an unknown protocol; later code can rely on the table. */
function knownProtocol(input: InboundInput): Protocol {
  const name = input.protocol ?? ''
  if (isProtocol(name)) return name
  validateInbound({ protocol: name })
  throw new Error(`validateInbound let the protocol ${name} pass`)
}

/** A row number or stats in the body are ignored: a new inbound is new (P28). */
export const newInbound = (input: InboundInput, mint: Mint): DecidedInbound =>
  decided(input, knownProtocol(input), blank, mint)

/** Absent fields keep their stored value; the node cannot change. Blocks of another protocol are not carried over. */
export function updatedInbound(stored: InboundFields, input: InboundInput, mint: Mint): DecidedInbound {
  const protocol = knownProtocol({ protocol: input.protocol ?? stored.protocol })
  const { settings: _, streamSettings: __, ...rest } = stored
  const base: Base = protocol === stored.protocol ? stored : rest
  return decided({ ...input, nodeId: stored.nodeId ?? undefined }, protocol, base, mint)
}
