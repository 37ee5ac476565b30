import type { Coded } from '#contract/coded.ts'
import type { InboundInput } from '#contract/inbound.ts'
import {
  isProtocol,
  type Network,
  type Protocol,
  protocols,
  protocolTraits,
  type Security,
} from '#contract/protocol.ts'
import { is2022, isValidKey, keyLength } from '#domain/clients/credentials.ts'
import { coded, codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import { blockAt, textAt } from '#domain/untyped.ts'
import { canonicalIp, isSocketPath } from '../listen.ts'
import { isWindowTooSmall, mtuOf, networkOf, securityOf } from '../stream.ts'
import { type Cell, transports } from './cells.ts'
import { complaint } from './check-value.ts'
import { formTable } from './table.ts'
import { inCell, valuesOf } from './values.ts'

/** `message` is English and names the field; `coded` says it in data. */
export type Problem = ReturnType<typeof problem>

const problem = (field: string, said: Coded) => ({
  field,
  message: `${field}: ${inEnglish(said)}`,
  coded: said,
})

/** The inbound's cell in the matrix, or why there is none. */
function cellOf(protocol: Protocol, stream: InboundInput['streamSettings'] = {}): Cell | Problem {
  if (protocolTraits[protocol].stream !== 'transport') return { protocol }
  const legal: Partial<Record<string, readonly string[]>> = transports[protocol]
  const network = networkOf(stream)
  const security = securityOf(stream)
  const choices = Object.hasOwn(legal, network) ? legal[network] : undefined
  if (!choices)
    return problem(
      'streamSettings.network',
      coded('inbound.network-unfit', { values: Object.keys(legal).join(', '), protocol }),
    )
  if (!choices.includes(security))
    return problem(
      'streamSettings.security',
      coded('inbound.security-unfit', { values: choices.join(', '), protocol, network }),
    )
  // Both were just found in the table of valid cells.
  return { protocol, network: network as Network, security: security as Security }
}

/** The core reads every key it knows, shown in the form or not, so every present key is checked. */
function fieldProblems(input: InboundInput, cell: Cell): Problem[] {
  const problems: Problem[] = []
  for (const field of formTable) {
    if (!inCell(field, cell)) continue
    for (const { at, value, blocked } of valuesOf(input, field.path, field.alias)) {
      const list = field.path.startsWith(`${at}[]`)
      const kind = coded(list ? 'input.not-list-of-objects' : 'input.not-object')
      const wrong = blocked ? kind : complaint(field, value)
      if (wrong) problems.push(problem(at, wrong))
    }
  }
  return problems
}

function addressProblems(input: InboundInput, protocol: Protocol): Problem[] {
  const problems: Problem[] = []
  try {
    checkListen(input.listen ?? '')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    problems.push(problem('listen', codedOf(error)))
  }
  const portless = protocol === 'tun' || isSocketPath(input.listen?.trim() ?? '')
  if (!portless && !((input.port ?? 0) >= 1))
    problems.push(problem('port', coded('input.range', { min: 1, max: 65535 })))
  if (input.nodeId && !protocolTraits[protocol].node)
    problems.push(problem('nodeId', coded('inbound.not-on-node', { protocol })))
  return problems
}

/** The server's key must have the cipher's key length; the core refuses others (S3). */
function keyProblems({ settings = {} }: InboundInput, protocol: Protocol): Problem[] {
  const method = textAt(settings, 'method').toLowerCase()
  const password = textAt(settings, 'password')
  if (protocol !== 'shadowsocks' || !is2022(method) || password === '' || isValidKey(method, password))
    return []
  return [problem('settings.password', coded('inbound.key-length', { bytes: keyLength(method), method }))]
}

/** A window that has no room for one packet: the core refuses it. */
function windowProblems({ streamSettings = {} }: InboundInput, { network }: Cell): Problem[] {
  const kcp = blockAt(streamSettings, 'kcpSettings')
  if (network !== 'kcp' || !isWindowTooSmall(kcp)) return []
  const said = coded('inbound.window-below-mtu', { mtu: mtuOf(kcp) })
  return [problem('streamSettings.kcpSettings.maxSendingWindow', said)]
}

/** Its bytes cannot be counted apart (ADR 147); a node tells only how much a client used there. */
function multiplierProblems({ trafficMultiplier = 1, nodeId }: InboundInput, protocol: Protocol): Problem[] {
  if (protocol !== 'masque' || trafficMultiplier === 1 || nodeId) return []
  return [problem('trafficMultiplier', coded('inbound.masque-multiplier'))]
}

/** Everything that is wrong with an inbound, one problem per field; unknown keys are ignored. */
export function inboundProblems(input: InboundInput): Problem[] {
  const protocol = input.protocol ?? ''
  if (!isProtocol(protocol))
    return [problem('protocol', coded('inbound.protocol-unknown', { values: protocols.join(', ') }))]
  const address = addressProblems(input, protocol)
  const cell = cellOf(protocol, input.streamSettings)
  if ('field' in cell) return [...address, cell]
  const all = [
    ...address,
    ...fieldProblems(input, cell),
    ...keyProblems(input, protocol),
    ...multiplierProblems(input, protocol),
    ...windowProblems(input, cell),
  ]
  return all.filter((p, i) => all.findIndex((q) => q.field === p.field) === i)
}

/** Throws the first problem; the message names the field by its path. */
export function validateInbound(input: InboundInput): void {
  const [first] = inboundProblems(input)
  if (first) throw Refusal.of(first.coded, first.field)
}

/**
 * The core refuses a host name here, and with it the whole configuration. Separate from `listen.ts`: the topology on
 * Home reads addresses, and must not load the sentences of all refusals for it.
 */
export function checkListen(listen: string): string {
  const text = listen.trim()
  if (text === '' || isSocketPath(text) || canonicalIp(text)) return text
  throw new Refusal('inbound.listen-invalid', {}, 'listen')
}
