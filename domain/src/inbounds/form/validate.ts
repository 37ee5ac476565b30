import type { InboundInput } from '#contract/inbound.ts'
import {
  isProtocol,
  type Network,
  type Protocol,
  protocols,
  protocolTraits,
  type Security,
} from '#contract/protocol.ts'
import { is2022, isValidKey, keyLength } from '#domain/clients/shadowsocks-key.ts'
import { Refusal } from '#domain/refusal.ts'
import { checkListen, isSocketPath } from '../listen.ts'
import { networkOf, securityOf, textAt } from '../stream.ts'
import { type Cell, transports } from './cells.ts'
import { complaint } from './check-value.ts'
import { formTable } from './table.ts'
import { inCell, valuesOf } from './values.ts'

export interface Problem {
  field: string
  message: string
}

const problem = (field: string, message: string): Problem => ({ field, message: `${field}: ${message}` })

/** The inbound's cell in the matrix, or why there is none. */
export function cellOf(protocol: Protocol, stream: InboundInput['streamSettings'] = {}): Cell | Problem {
  if (protocolTraits[protocol].stream !== 'transport') return { protocol }
  const legal: Partial<Record<string, readonly string[]>> = transports[protocol]
  const network = networkOf(stream)
  const security = securityOf(stream)
  const choices = Object.hasOwn(legal, network) ? legal[network] : undefined
  if (!choices)
    return problem(
      'streamSettings.network',
      `must be one of ${Object.keys(legal).join(', ')} for ${protocol}`,
    )
  if (!choices.includes(security))
    return problem(
      'streamSettings.security',
      `must be one of ${choices.join(', ')} for ${protocol} over ${network}`,
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
      const wrong = blocked ? `must be ${list ? 'a list of objects' : 'an object'}` : complaint(field, value)
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
    problems.push(problem('listen', error.message))
  }
  const portless = protocol === 'tun' || isSocketPath(input.listen?.trim() ?? '')
  if (!portless && !((input.port ?? 0) >= 1))
    problems.push(problem('port', 'must be a whole number from 1 to 65535'))
  if (input.nodeId && !protocolTraits[protocol].node)
    problems.push(problem('nodeId', `leave it out: ${protocol} cannot run on a node`))
  return problems
}

/** The server's key must have the cipher's key length; the core refuses others (S3). */
function keyProblems({ settings = {} }: InboundInput, protocol: Protocol): Problem[] {
  const method = textAt(settings, 'method').toLowerCase()
  const password = textAt(settings, 'password')
  if (protocol !== 'shadowsocks' || !is2022(method) || password === '' || isValidKey(method, password))
    return []
  return [problem('settings.password', `must be ${keyLength(method)} bytes in base64 for ${method}`)]
}

/** Everything that is wrong with an inbound, one problem per field; unknown keys are ignored. */
export function inboundProblems(input: InboundInput): Problem[] {
  const protocol = input.protocol ?? ''
  if (!isProtocol(protocol)) return [problem('protocol', `must be one of ${protocols.join(', ')}`)]
  const address = addressProblems(input, protocol)
  const cell = cellOf(protocol, input.streamSettings)
  if ('field' in cell) return [...address, cell]
  const all = [...address, ...fieldProblems(input, cell), ...keyProblems(input, protocol)]
  return all.filter((p, i) => all.findIndex((q) => q.field === p.field) === i)
}

/** Throws the first problem; the message names the field by its path. */
export function validateInbound(input: InboundInput): void {
  const [first] = inboundProblems(input)
  if (first) throw new Refusal(first.message, first.field)
}
