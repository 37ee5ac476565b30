import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import { complaint } from '#domain/inbounds/form/check-value.ts'
import { inCell, valuesOf } from '#domain/inbounds/form/values.ts'
import { type OutboundCell, type OutboundProtocol, outboundCell } from './cells.ts'
import { outboundTable } from './table.ts'

/** Problems that only the form of an outbound has; the form has their texts. */
export type OutboundFault = 'needed' | 'key' | 'endpoint' | 'reserved'
type OutboundProblem = { field: string } & ({ coded: Coded } | { fault: OutboundFault })

const server = ['settings.address', 'settings.port']
const needed: Partial<Record<OutboundProtocol, readonly string[]>> = {
  vless: [...server, 'settings.id'],
  vmess: [...server, 'settings.id'],
  trojan: [...server, 'settings.password'],
  shadowsocks: [...server, 'settings.password'],
  hysteria: server,
  socks: server,
  http: server,
  loopback: ['settings.inboundTag'],
}

const valueAt = (form: Block, path: string): unknown => valuesOf(form, path)[0]?.value
const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && String(value).trim() !== ''
const isKey = (value: unknown): boolean =>
  typeof value === 'string' && /^[A-Za-z0-9+/]{43}=$/.test(value.trim())
const isEndpoint = (value: unknown): boolean =>
  typeof value === 'string' && /^(\[[^\]]+\]|[^:\s]+):\d{1,5}$/.test(value.trim())

function absent(form: Block, { protocol, security }: OutboundCell): OutboundProblem[] {
  const paths = [
    ...(needed[protocol] ?? []),
    ...(security === 'reality' ? ['streamSettings.realitySettings.publicKey'] : []),
  ]
  const names = (path: string) =>
    path.endsWith('.publicKey') ? [path, path.replace('publicKey', 'password')] : [path]
  return paths
    .filter((path) => !names(path).some((name) => isGiven(valueAt(form, name))))
    .map((field) => ({ field, fault: 'needed' }))
}

/** WireGuard cannot connect without keys and an endpoint. */
function tunnelFaults(form: Block): OutboundProblem[] {
  const faults: OutboundProblem[] = []
  if (!isKey(valueAt(form, 'settings.secretKey'))) faults.push({ field: 'settings.secretKey', fault: 'key' })
  const peers = valueAt(form, 'settings.peers')
  const count = Array.isArray(peers) ? peers.length : 0
  if (count === 0) faults.push({ field: 'settings.peers', fault: 'needed' })
  const all = (name: string) =>
    Array.from({ length: count }, (_, i) => {
      const found = valuesOf(form, `settings.peers[].${name}`)
      const field = `settings.peers[${i}].${name}`
      return { field, value: found.find(({ at }) => at === field)?.value }
    })
  for (const { field, value } of all('publicKey')) if (!isKey(value)) faults.push({ field, fault: 'key' })
  for (const { field, value } of all('endpoint'))
    if (!isEndpoint(value)) faults.push({ field, fault: 'endpoint' })
  for (const { field, value } of all('preSharedKey'))
    if (isGiven(value) && !isKey(value)) faults.push({ field, fault: 'key' })
  const reserved = valueAt(form, 'settings.reserved')
  if (Array.isArray(reserved) && ![0, 3].includes(reserved.length))
    faults.push({ field: 'settings.reserved', fault: 'reserved' })
  return faults
}

/** Everything that is wrong with an outbound's form, one problem per field. */
export function outboundProblems(form: Block): OutboundProblem[] {
  const cell = outboundCell(form)
  if (!cell) return []
  const wrong = outboundTable
    .filter((field) => inCell(field, cell))
    .flatMap((field) =>
      valuesOf(form, field.path, field.alias).flatMap(({ at, value, blocked }): OutboundProblem[] => {
        const coded = blocked || value === '' ? undefined : complaint(field, value)
        return coded ? [{ field: at, coded }] : []
      }),
    )
  const all = [...absent(form, cell), ...(cell.protocol === 'wireguard' ? tunnelFaults(form) : []), ...wrong]
  return all.filter((one, i) => all.findIndex(({ field }) => field === one.field) === i)
}
