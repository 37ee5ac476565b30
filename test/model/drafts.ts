import type { Random } from '../random.ts'
import {
  byEmail,
  checkUnique,
  type ModelClient,
  must,
  provide,
  Refused,
  settle,
  type World,
} from './world.ts'

/** A client as it is sent: only the present fields count. */
export interface Draft {
  email?: string
  id?: string
  password?: string
  auth?: string
  subId?: string
  flow?: string
  enable?: boolean
  totalGB?: number
  expiryTime?: number
  limitIp?: number
  tgId?: number
  reset?: number
  comment?: string
  group?: string
}

const day = 86_400_000
export const names = ['ann', 'Bob', 'cy', 'dee', 'Élan', 'жук', 'f.g@x', 'q?r#s', 'a%b', 'li+1', 'ann2', '木']
export const groupNames = ['red', 'blue', 'Grün']
const uuids = [
  '11111111-2222-4333-8444-555555555555',
  '11111111-2222-4999-8444-555555555555', // the same to the core
  'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee',
]
const passwords = ['pw-one', 'pw-two', 'AAECAwQFBgcICQoLDA0ODw==']
const subIds = ['sub-a', 'sub-b', 'sub-c', 'sub-d']

export const anyCase = (r: Random, name: string): string =>
  r.chance(0.6) ? name : r.chance(0.5) ? name.toUpperCase() : name.toLowerCase()

/** Some fields of a client, chosen so that names and credentials collide now and then. */
export function randomDraft(r: Random): Draft {
  const d: Draft = {}
  if (r.chance(0.15)) d.id = r.pick(uuids)
  if (r.chance(0.2)) d.password = r.pick([...passwords, ''])
  if (r.chance(0.1)) d.auth = r.pick(['auth-one', 'auth-two', ''])
  if (r.chance(0.1)) d.subId = r.pick([...subIds, ''])
  if (r.chance(0.3)) d.flow = r.pick(['', 'xtls-rprx-vision', 'xtls-rprx-vision-udp443'])
  if (r.chance(0.4)) d.enable = r.chance(0.6)
  if (r.chance(0.4)) d.totalGB = r.pick([0, 100, 1_000, 5_000_000_000])
  if (r.chance(0.4)) d.expiryTime = r.pick([0, -3 * day, -day, 1_000, 4_000_000_000_000])
  if (r.chance(0.2)) d.limitIp = r.below(5)
  if (r.chance(0.2)) d.tgId = r.pick([0, -7, 123_456_789_012])
  if (r.chance(0.2)) d.reset = r.pick([0, 30])
  if (r.chance(0.3)) d.comment = r.pick(['', 'hello', 'two\nlines', '"quoted" \\'])
  if (r.chance(0.3)) d.group = r.pick(['', ...groupNames])
  return d
}

export function created(w: World, d: Draft, inboundIds: readonly number[]): ModelClient {
  const email = must(d.email, 'no email')
  const old = w.kept[email]
  const client: ModelClient = {
    id: undefined,
    email,
    subId: d.subId || undefined,
    uuid: d.id || undefined,
    password: d.password ?? '',
    auth: d.auth ?? '',
    key: '',
    flow: d.flow ?? '',
    enable: d.enable ?? true,
    byPanel: false,
    totalGB: d.totalGB ?? 0,
    expiryTime: d.expiryTime ?? 0,
    limitIp: d.limitIp ?? 0,
    tgId: d.tgId ?? 0,
    reset: d.reset ?? 0,
    comment: d.comment ?? '',
    group: d.group ?? '',
    inboundIds: [...new Set(inboundIds)].sort((a, b) => a - b),
    up: old?.up ?? 0,
    down: old?.down ?? 0,
  }
  provide(w, client)
  w.clients.push(client)
  checkUnique(w)
  delete w.kept[email]
  return client
}

/** Absent keeps, a blank credential keeps (R21); an echo of the panel's disabling is not a disabling (R23). */
export function updated(w: World, c: ModelClient, d: Draft): void {
  const { email, id, password, auth, subId, enable, ...plain } = d
  if (email !== undefined && email !== c.email) {
    const other = byEmail(w, email)
    if (other && other !== c) throw new Refused('email in use')
    delete w.kept[email]
    c.email = email
  }
  Object.assign(c, plain)
  if (id) c.uuid = id
  if (password && password !== c.key && password !== c.password) {
    c.password = password
    c.key = ''
  }
  if (auth) c.auth = auth
  if (subId) c.subId = subId
  if (enable !== undefined && !c.byPanel) c.enable = enable
  provide(w, c)
  settle(c)
  checkUnique(w)
}
