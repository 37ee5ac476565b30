import type { Block } from '#contract/inbound.ts'
import { valueAt, withValueAt } from '#domain/core-config/edit.ts'
import { withDialerProxy } from '#domain/core-config/outbound-forms.ts'
import { inCell, valuesOf } from '#domain/inbounds/form/values.ts'
import { canonicalStream } from '#domain/inbounds/stream.ts'
import { asBlocks, blockAt, foldedKey, isBlock } from '#domain/untyped.ts'
import { type OutboundProtocol, outboundCell, outboundProtocolOf } from './cells.ts'
import { outboundTable } from './table.ts'

interface Shape {
  /** The list whose first entry is the server. */
  list: 'vnext' | 'servers'
  /** Keys of the first user of that server; none: the server has them itself. */
  user: readonly string[]
  /** Keys beside the list. */
  top?: readonly string[]
}

/** The core takes one server flat, or a list of them: the form shows it flat, and an outbound keeps what it has. */
const shapes: Partial<Record<OutboundProtocol, Shape>> = {
  vless: { list: 'vnext', user: ['id', 'encryption', 'flow'] },
  vmess: { list: 'vnext', user: ['id', 'security'] },
  trojan: { list: 'servers', user: [] },
  shadowsocks: { list: 'servers', user: [] },
  socks: { list: 'servers', user: ['user', 'pass'] },
  http: { list: 'servers', user: ['user', 'pass'], top: ['headers'] },
}

/** Keys as the table spells them: the core reads them in any letter case. */
const spelled = (() => {
  const names = outboundTable.flatMap(({ path }) => path.replaceAll('[]', '').split('.'))
  const more = ['protocol', 'network', 'security', 'vnext', 'servers', 'users', 'email', 'level']
  return new Map([...names, ...more].map((name) => [foldedKey(name), name]))
})()
/** Values by names that people choose. */
const asTyped = new Set(['headers', 'attrs'])

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (!isBlock(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      const name = spelled.get(foldedKey(key)) ?? key
      return [name, asTyped.has(name) ? one : canonical(one)]
    }),
  )
}

function partsOf(settings: Block, { list, user }: Shape) {
  const { [list]: all, ...top } = settings
  const [first = {}, ...others] = asBlocks(all)
  if (user.length === 0) return { top, servers: [first, ...others], users: [] }
  const { users, ...server } = first
  return { top, servers: [server, ...others], users: asBlocks(users) }
}

const isFlat = (settings: Block): boolean => settings.address !== undefined

/** An outbound as its form has it; undefined if it has none. */
export function openedOutbound(outbound: Block): Block | undefined {
  const form = canonical(withDialerProxy(outbound)) as Block // a block stays one
  const protocol = outboundProtocolOf(form)
  if (!protocol) return undefined
  const shape = shapes[protocol]
  const settings = blockAt(form, 'settings')
  const opened = () => {
    if (!shape || isFlat(settings)) return settings
    const { top, servers, users } = partsOf(settings, shape)
    return { ...top, ...servers[0], ...users[0] }
  }
  const stream = isBlock(form.streamSettings) ? { streamSettings: canonicalStream(form.streamSettings) } : {}
  return { ...form, protocol, settings: opened(), ...stream }
}

const isBlank = (value: unknown): boolean =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0)

/** Without blank fields: the core's defaults apply. */
function pruned(form: Block): Block {
  const cell = outboundCell(form)
  if (!cell) return form
  const blanks = outboundTable
    .filter((field) => inCell(field, cell))
    .flatMap(({ path, alias }) => valuesOf(form, path, alias))
    .filter(({ value }) => isBlank(value))
  return blanks.reduce((next, { at }) => withValueAt(next, stepsOf(at), undefined), form)
}

const stepsOf = (at: string): (string | number)[] =>
  at
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** The outbound for a form; `old` says whether its server is in a list. */
export function closedOutbound(form: Block, old: Block = {}): Block {
  const next = pruned(form)
  const protocol = outboundProtocolOf(next)
  const shape = protocol && shapes[protocol]
  const before = blockAt(canonical(old) as Block, 'settings') // a block stays one
  if (!shape || isFlat(before)) return next
  return { ...next, settings: listed(blockAt(next, 'settings'), shape, before) }
}

function listed(settings: Block, shape: Shape, before: Block): Block {
  const { list, user, top: beside = [] } = shape
  const was = partsOf(before, shape)
  const [top, server, account]: [Block, Block, Block] = [{}, {}, {}]
  for (const [key, value] of Object.entries(settings)) {
    const isUsers = user.includes(key) || (was.users[0] !== undefined && key in was.users[0])
    const place = isUsers ? account : beside.includes(key) || key in was.top ? top : server
    place[key] = value
  }
  // A password without a username is of no use.
  const isNobody = user.includes('pass') ? valueAt(account, ['user']) === undefined : user.length === 0
  const users = isNobody ? {} : { users: [account, ...was.users.slice(1)] }
  return { ...top, [list]: [{ ...server, ...users }, ...was.servers.slice(1)] }
}

const everywhere = ['0.0.0.0/0', '::/0']
const starts: Record<OutboundProtocol, Block> = {
  vless: {
    settings: { port: 443, encryption: 'none' },
    streamSettings: { network: 'tcp', security: 'none' },
  },
  vmess: { settings: { port: 443, security: 'auto' }, streamSettings: { network: 'tcp', security: 'none' } },
  trojan: {
    settings: { port: 443 },
    streamSettings: { network: 'tcp', security: 'tls', tlsSettings: {} },
  },
  shadowsocks: { settings: { port: 443, method: '2022-blake3-aes-128-gcm' } },
  hysteria: {
    settings: { version: 2, port: 443 },
    streamSettings: {
      network: 'hysteria',
      security: 'tls',
      hysteriaSettings: { version: 2 },
      tlsSettings: { alpn: ['h3'] },
    },
  },
  // A kernel device needs rights that the core may not have.
  wireguard: { settings: { mtu: 1420, noKernelTun: true, peers: [{ allowedIPs: everywhere }] } },
  socks: { settings: { port: 1080 } },
  http: { settings: { port: 8080 } },
  freedom: { settings: { domainStrategy: 'AsIs' } },
  blackhole: { settings: {} },
  dns: { settings: {} },
  loopback: { settings: {} },
}

/** The form of a new outbound. */
export const freshOutbound = (protocol: OutboundProtocol, tag = ''): Block => ({
  tag,
  protocol,
  ...starts[protocol],
})
