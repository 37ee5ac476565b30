import type { Block, Inbound, InboundInput } from '#contract/inbound.ts'
import { isProtocol, type Protocol } from '#contract/protocol.ts'
import type { Mint } from '#domain/clients/mint.ts'
import { methodOf } from './capabilities.ts'
import { completedBlocks } from './form/defaults.ts'
import { validateInbound } from './form/validate.ts'
import { type Layer4, layer4Of } from './port.ts'
import { type ClientDraft, splitSettings } from './with-clients.ts'

/** The operator's settings of an inbound. Clients have their own table; the tag is chosen in the transaction. */
export type InboundFields = Pick<
  Inbound,
  | 'remark'
  | 'enable'
  | 'listen'
  | 'port'
  | 'protocol'
  | 'nodeId'
  | 'total'
  | 'expiryTime'
  | 'trafficReset'
  | 'trafficResetDay'
  | 'shareAddrStrategy'
  | 'shareAddr'
  | 'subSortIndex'
  | 'disableFlow'
  | 'speedDown'
  | 'speedUp'
> & { settings: Block; streamSettings: Block; sniffing: Block & { enabled: boolean } }

export interface DecidedInbound {
  fields: InboundFields
  /** undefined keeps the attachments; a list is the exact set (R42). */
  clients: ClientDraft[] | undefined
  /** Whether it binds TCP, UDP or both. */
  layers: Layer4[]
}

const blank: Omit<InboundFields, 'protocol' | 'settings' | 'streamSettings' | 'sniffing'> = {
  remark: '',
  enable: true,
  listen: '',
  port: 0,
  nodeId: null,
  total: 0,
  expiryTime: 0,
  trafficReset: 'never',
  trafficResetDay: 1,
  shareAddrStrategy: 'node',
  shareAddr: '',
  subSortIndex: 1,
  disableFlow: false,
  speedDown: 0,
  speedUp: 0,
}

type Base = Partial<Pick<InboundFields, 'settings' | 'streamSettings' | 'sniffing'>> & typeof blank

function scalars(input: InboundInput, base: Base) {
  return {
    remark: input.remark ?? base.remark,
    enable: input.enable ?? base.enable,
    listen: input.listen?.trim() ?? base.listen,
    port: input.port ?? base.port,
    nodeId: input.nodeId === undefined ? base.nodeId : input.nodeId || null,
    total: input.total ?? base.total,
    expiryTime: input.expiryTime ?? base.expiryTime,
    trafficReset: (input.trafficReset ?? base.trafficReset) || 'never',
    trafficResetDay: (input.trafficResetDay ?? base.trafficResetDay) || 1,
    shareAddrStrategy: (input.shareAddrStrategy ?? base.shareAddrStrategy) || 'node',
    shareAddr: input.shareAddr ?? base.shareAddr,
    subSortIndex: (input.subSortIndex ?? base.subSortIndex) || 1,
    disableFlow: input.disableFlow ?? base.disableFlow,
    speedDown: input.speedDown ?? base.speedDown,
    speedUp: input.speedUp ?? base.speedUp,
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
