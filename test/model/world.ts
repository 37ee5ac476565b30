/** The plain model of clients and inbounds: what must be true, kept in the simplest way there is. */
export interface ModelClient {
  /** `undefined` in a credential, id or subId: made by the panel, taken over at the first look. */
  id: number | undefined
  email: string
  subId: string | undefined
  uuid: string | undefined
  password: string | undefined
  auth: string | undefined
  /** For Shadowsocks 2022, where the password is in use elsewhere and is no key; '' for none. */
  key: string | undefined
  flow: string
  enable: boolean
  byPanel: boolean
  totalGB: number
  expiryTime: number
  limitIp: number
  tgId: number
  reset: number
  comment: string
  group: string
  inboundIds: number[]
  up: number
  down: number
}

export interface ModelFallback {
  childId: number
  path: string
  sortOrder: number
}

export interface ModelInbound {
  id: number | undefined
  remark: string
  port: number
  protocol: string
  method: string
  tls: boolean
  enable: boolean
  fallbacks: ModelFallback[]
}

export interface World {
  clients: ModelClient[]
  inbounds: ModelInbound[]
  /** Counters of clients that were deleted with keepTraffic, by the exact email. */
  kept: Record<string, { up: number; down: number }>
  groups: string[]
}

/** The operation has to be refused. */
export class Refused extends Error {}

export const emptyWorld = (): World => ({ clients: [], inbounds: [], kept: {}, groups: [] })

const clientProtocols = ['vless', 'vmess', 'trojan', 'shadowsocks', 'hysteria', 'hysteria2']
export const takesClients = (i: ModelInbound): boolean => clientProtocols.includes(i.protocol)

export const byEmail = (w: World, email: string): ModelClient | undefined =>
  w.clients.find((c) => c.email.toLowerCase() === email.toLowerCase())
export const byId = (w: World, id: number): ModelInbound | undefined => w.inbounds.find((i) => i.id === id)

export function must<T>(value: T | undefined, why: string): T {
  if (value === undefined) throw new Refused(why)
  return value
}

export const depleted = (c: ModelClient): boolean =>
  (c.totalGB > 0 && c.up + c.down >= c.totalGB) || (c.expiryTime > 0 && c.expiryTime <= Date.now())

/** The panel's own "off" ends with its reason (R23). */
export function settle(c: ModelClient): void {
  if (c.byPanel && !depleted(c)) Object.assign(c, { enable: true, byPanel: false })
}

export const is2022 = (i: ModelInbound): boolean =>
  i.protocol === 'shadowsocks' && i.method.startsWith('2022')

/** What the inbounds of a client need and it lacks is made by the panel. */
export function provide(w: World, c: ModelClient): void {
  const targets = c.inboundIds.flatMap((id) => byId(w, id) ?? [])
  const has = (...names: string[]) => targets.some((t) => names.includes(t.protocol))
  const needsKey = targets.some(is2022)
  const texts = targets.some((t) => t.protocol === 'trojan' || (t.protocol === 'shadowsocks' && !is2022(t)))
  if (!needsKey || c.key !== '') {
    if (c.password === '' && texts) c.password = undefined
  } else if (c.password !== undefined && !isKey(c.password)) {
    if (texts && c.password !== '') c.key = undefined
    else c.password = undefined
  }
  if (c.auth === '' && has('hysteria', 'hysteria2')) c.auth = undefined
}

/** 16 bytes in base64: the only Shadowsocks 2022 cipher that the model uses. */
export const isKey = (text: string): boolean => /^[A-Za-z0-9+/]{22}==$/.test(text)

const routeless = (uuid: string) => uuid.toLowerCase().replace(/^(.{14})....(.*)$/, '$10000$2')

function credentialOn(i: ModelInbound, c: ModelClient): string | undefined {
  if (i.protocol === 'vless' || i.protocol === 'vmess') return c.uuid && routeless(c.uuid)
  if (is2022(i) && c.key !== '') return c.key
  if (i.protocol === 'trojan' || i.protocol === 'shadowsocks') return c.password
  return c.auth
}

/** No name twice, no credential twice on one inbound; else the whole operation is refused. */
export function checkUnique(w: World): void {
  const twice = (names: (string | undefined)[]) => {
    const known = names.filter((n) => n !== undefined && n !== '')
    return new Set(known).size < known.length
  }
  if (twice(w.clients.map((c) => c.email.toLowerCase()))) throw new Refused('email twice')
  if (twice(w.clients.map((c) => c.subId))) throw new Refused('subId twice')
  for (const i of w.inbounds.filter(takesClients)) {
    const here = w.clients.filter((c) => i.id !== undefined && c.inboundIds.includes(i.id))
    if (twice(here.map((c) => credentialOn(i, c)))) throw new Refused('credential twice')
  }
}

export function attach(w: World, c: ModelClient, ids: readonly number[]): void {
  for (const id of ids) {
    if (!takesClients(must(byId(w, id), 'no such inbound'))) throw new Refused('takes no clients')
    if (!c.inboundIds.includes(id)) c.inboundIds.push(id)
  }
  c.inboundIds.sort((a, b) => a - b)
  provide(w, c)
}

export function remove(w: World, c: ModelClient, keepTraffic = false): void {
  w.clients = w.clients.filter((other) => other !== c)
  if (keepTraffic) w.kept[c.email] = { up: c.up, down: c.down }
}
