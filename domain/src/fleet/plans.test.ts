import { describe, expect, it } from 'vitest'
import { blankClient } from '#domain/clients/client.ts'
import { allAtOnce } from '#domain/steps.ts'
import { type ClientPlan, type ManagedClient, planClient } from './client-plan.ts'
import {
  accepts,
  type DesiredClient,
  type DesiredInbound,
  planInbound,
  sentOf,
  sentSoFar,
} from './inbound-plan.ts'
import { type Snapshot, snapshotSteps } from './snapshot.ts'

const inbound = (tag: string, over: Partial<DesiredInbound> = {}): DesiredInbound => ({
  tag,
  remark: '',
  enable: true,
  listen: '',
  port: 443,
  protocol: 'vless',
  settings: { decryption: 'none' },
  streamSettings: { network: 'tcp' },
  sniffing: { enabled: false },
  disableFlow: false,
  ...over,
})

const person: DesiredClient['client'] = {
  ...blankClient,
  ...{
    email: 'ann',
    subId: 'sub',
    uuid: 'u',
    password: 'p',
    auth: 'a',
    reset: 30,
    createdAt: 1,
    updatedAt: 1,
  },
}
const entry = (over: object = {}) => ({ id: 'u', email: 'ann', subId: 'sub', enable: true, ...over })

/** A node with these inbounds, each with its clients. */
function node(rows: Record<string, object[]>): Snapshot {
  const list = Object.entries(rows).map(([tag, clients], i) => ({
    ...inbound(tag),
    id: i + 1,
    settings: { decryption: 'none', clients },
  }))
  return allAtOnce(snapshotSteps(list)) as Snapshot // a list always is one
}

function plan(over: {
  client?: object
  on?: string[]
  node?: Record<string, object[]>
  managed?: ManagedClient | null
  ours?: string[]
}): ClientPlan {
  const desired: DesiredClient | undefined = over.on && {
    client: { ...person, ...over.client },
    on: over.on.map((tag) => ({ inbound: inbound(tag), flowOverride: '' })),
  }
  const snapshot = node(over.node ?? { x: [], y: [] })
  const managed =
    over.managed === null ? undefined : (over.managed ?? { email: 'ann', subId: 'sub', sent: [] })
  return planClient({ desired, managed, snapshot, ours: new Set(over.ours ?? ['x', 'y']) })
}

describe('a client on a node', () => {
  it('is added to the inbounds that are there, and renewed by the centre alone', () => {
    expect(plan({ on: ['x', 'y'], managed: null })).toMatchObject({
      steps: { add: { inboundIds: [1, 2], body: { email: 'ann', id: 'u', reset: 0 } } },
    })
  })

  it('waits for an inbound that is not there, and is not done without it', () => {
    expect(plan({ on: ['z'] })).toMatchObject({ do: 'wait' })
    expect(plan({ on: ['x', 'z'], node: { x: [entry()] } })).toMatchObject({ do: 'wait' })
  })

  it.each([
    ['nothing', {}, {}, undefined],
    ['a limit', { limitIp: 2 }, {}, ['limitIp']],
    ['a credential', { uuid: 'other' }, {}, ['id']],
    ['a name', { email: 'anna' }, {}, ['email']],
    ['the node disabled it', {}, { enable: false }, ['enable']],
    ['the node began to count its days', { expiryTime: -86_400_000 }, { expiryTime: 5 }, undefined],
    ['the centre began to count its days', { expiryTime: 9 }, { expiryTime: 5 }, ['expiryTime']],
    ['what another protocol uses', { password: 'new' }, {}, undefined],
  ])('differs by %s', (_, client, has, differs) => {
    const found = plan({ client, on: ['x'], node: { x: [entry(has)], y: [] } })
    if (differs) expect(found).toMatchObject({ steps: { name: 'ann', update: { differs } } })
    else expect(found).toEqual({ do: 'nothing' })
  })

  it('is attached and detached only where the centre put inbounds', () => {
    const there = { x: [entry()], y: [], own: [entry()] }
    expect(plan({ on: ['y'], node: there })).toEqual({
      do: 'steps',
      steps: { name: 'ann', attach: [2], detach: [1] },
    })
  })

  it('is deleted, or detached if the node itself uses it too', () => {
    expect(plan({ node: { x: [entry()] } })).toEqual({ do: 'steps', steps: { remove: ['ann'] } })
    expect(plan({ node: { x: [entry()], own: [entry()] } })).toMatchObject({ steps: { detach: [1] } })
    expect(plan({ node: { x: [] } })).toEqual({ do: 'steps', steps: { check: ['ann'] } })
    expect(plan({ node: { x: [] }, managed: null })).toEqual({ do: 'nothing' })
  })

  it('is found under every name that was sent, and copies are deleted', () => {
    const managed = { email: 'ann', subId: 'sub', sent: [{ email: 'anna', subId: 'new' }] }
    const both = { x: [entry(), entry({ email: 'anna', subId: 'new' })] }
    expect(plan({ node: both, managed })).toEqual({ do: 'steps', steps: { remove: ['ann', 'anna'] } })
    expect(plan({ node: { x: [entry()] }, managed })).toEqual({
      do: 'steps',
      steps: { remove: ['ann'], check: ['anna'] },
    })
    const client = { email: 'anna', subId: 'new' }
    expect(plan({ client, on: ['x'], node: both, managed })).toEqual({
      do: 'steps',
      steps: { name: 'anna', remove: ['ann'] },
    })
  })

  it('of the node itself is never touched', () => {
    const foreign = { x: [], own: [entry({ subId: 'theirs' })] }
    expect(plan({ on: ['x'], node: foreign, managed: null })).toMatchObject({ do: 'conflict' })
    expect(plan({ node: foreign })).toEqual({ do: 'nothing' })
  })

  it('keeps one password, or both where the protocols need both', () => {
    const snapshot = node({ t: [], s: [] })
    const trojan = inbound('t', { protocol: 'trojan' })
    const ss = inbound('s', { protocol: 'shadowsocks', settings: { method: '2022-blake3-aes-128-gcm' } })
    const body = (...on: DesiredInbound[]) => {
      const client = { ...person, shadowsocksKey: 'k' }
      const desired = { client, on: on.map((one) => ({ inbound: one, flowOverride: '' })) }
      const made = planClient({ desired, managed: undefined, snapshot, ours: new Set(['t', 's']) })
      return made.do === 'steps' ? made.steps.add?.body : undefined
    }
    expect(body(ss)).toMatchObject({ password: 'k' })
    expect(body(trojan)).toMatchObject({ password: 'p' })
    expect(body(trojan, ss)).toMatchObject({ password: 'p', shadowsocksKey: 'k' })
  })
})

describe('an inbound on a node', () => {
  const desired = inbound('x')
  const managed = { tag: 'x', accepted: '', sent: sentOf(desired), goneAt: 0, remoteId: 0 }
  const has = (over: object = {}) => {
    const remote = allAtOnce(snapshotSteps([{ ...desired, id: 7, ...over }]))
      ?.inbounds.values()
      .next().value
    if (!remote) throw new Error('the row cannot be read')
    return remote
  }

  it('is added, updated, deleted, or left alone', () => {
    expect(planInbound(desired, undefined, undefined)).toEqual({ do: 'add' })
    expect(planInbound(desired, managed, has())).toEqual({ do: 'nothing' })
    expect(planInbound(desired, managed, has({ remark: 'x' }))).toEqual({
      do: 'update',
      id: 7,
      blocksOnly: false,
    })
    expect(planInbound(desired, managed, has({ sniffing: { enabled: true } }))).toMatchObject({
      blocksOnly: true,
    })
    expect(planInbound(undefined, managed, has())).toEqual({ do: 'delete', id: 7 })
    expect(planInbound(undefined, managed, undefined)).toEqual({ do: 'nothing' })
  })

  it('has the centre’s speeds, if both sides know any', () => {
    const fast = { ...desired, speedDown: 16, speedUp: 0 }
    const remote = (speeds: object) => ({ ...has(), ...speeds })
    expect(planInbound(fast, managed, remote({ speedDown: 16, speedUp: 0 }))).toEqual({ do: 'nothing' })
    expect(planInbound(fast, managed, remote({ speedDown: 8, speedUp: 0 }))).toEqual({
      ...{ do: 'update', id: 7, blocksOnly: false },
    })
    expect(planInbound(fast, managed, has())).toEqual({ do: 'nothing' }) // the node knows none
    expect(planInbound(desired, managed, remote({ speedDown: 8 }))).toEqual({ do: 'nothing' }) // the centre
    expect(sentOf(fast)).toBe(sentOf(desired))
  })

  it('of the node itself is never touched', () => {
    expect(planInbound(desired, undefined, has())).toMatchObject({ do: 'conflict' })
    expect(planInbound(undefined, undefined, has())).toEqual({ do: 'nothing' })
  })

  it('may be written by the node in its own way', () => {
    const own = has({ settings: { decryption: 'none', extra: 1 } })
    const accepted = accepts(desired, own)
    expect(planInbound(desired, { ...managed, accepted }, own)).toEqual({ do: 'nothing' })
    const again = has({ settings: { decryption: 'none', extra: 2 } })
    expect(planInbound(desired, { ...managed, accepted }, again)).toMatchObject({ do: 'update' })
  })

  it('that a late call brings back is deleted; another one under its tag is not', () => {
    const gone = { ...managed, goneAt: 1 }
    expect(planInbound(undefined, gone, has())).toEqual({ do: 'delete', id: 7 })
    expect(planInbound(undefined, gone, has({ remark: 'mine' }))).toEqual({ do: 'nothing' })
    const used = has({ settings: { decryption: 'none', clients: [{ email: 'x' }] } })
    expect(planInbound(undefined, gone, used)).toEqual({ do: 'nothing' })
  })

  it('that a late call brings back as it was before its last edit is deleted as well', () => {
    const known = { ...managed, remoteId: 6 }
    const sent = sentSoFar(known, { ...desired, remark: 'newer' })
    expect(planInbound(undefined, { ...known, sent, goneAt: 1 }, has())).toEqual({ do: 'delete', id: 7 })
    expect(sentSoFar({ ...known, sent }, desired).split(' ')).toEqual(sent.split(' ').reverse()) // the newest at the end
    let many = ''
    for (let n = 0; n < 20; n++) many = sentSoFar({ ...known, sent: many }, { ...desired, remark: `r${n}` })
    expect(many.split(' ')).toHaveLength(8)
  })

  it('that a backup of the node brings back is deleted, whatever it was at that time', () => {
    const gone = { ...managed, goneAt: 1, sent: '', remoteId: 7 }
    const then = has({ remark: 'older', settings: { decryption: 'none', clients: [entry()] } })
    expect(planInbound(undefined, gone, then)).toEqual({ do: 'delete', id: 7 })
    expect(planInbound(undefined, gone, { ...then, id: 8 })).toEqual({ do: 'nothing' })
  })
})
