import { expect, test } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { blankClient, type StoredClient } from '#domain/clients/client.ts'
import type { Mint } from '#domain/clients/credentials.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { allAtOnce } from '#domain/steps.ts'
import { type AdoptionChoice, adoptionSteps, type LocalState, unmanagedOf } from './adoption.ts'
import { type NodeList, nodeListSteps } from './adoption-list.ts'

const uuid = (digit: string) =>
  `${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`
const mint: Mint = { uuid: () => uuid('9'), bytes: (n) => new Uint8Array(n).fill(7), now: 1_000_000 }

const row = (id: number, over: Block = {}, clients: Block[] = []): Block => ({
  id,
  tag: `in-${id}`,
  remark: `r${id}`,
  enable: true,
  listen: '',
  port: 1_000 + id,
  protocol: 'vless',
  settings: { clients, decryption: 'none' },
  streamSettings: { network: 'tcp', security: 'none' },
  sniffing: { enabled: false },
  up: 1,
  down: 2,
  ...over,
})
const entry = (email: string, over: Block = {}): Block => ({
  email,
  id: uuid('1'),
  subId: `sub-${email}`,
  enable: true,
  ...over,
})
const readNodeList = (answer: unknown) => allAtOnce(nodeListSteps(answer))
const listOf = (...rows: Block[]): NodeList => readNodeList(rows) as NodeList
const planAdoption = (list: NodeList, local: LocalState, mint: Mint, choice: AdoptionChoice = {}) =>
  allAtOnce(adoptionSteps(list, local, mint, choice, (planned) => planned))

const nobody: LocalState = {
  node: 3,
  tags: new Set(),
  desired: new Map(),
  managed: new Map(),
  claims: [],
  clients: new Map(),
  managedClients: new Map(),
}
const stored = (email: string, over: Partial<StoredClient> = {}): StoredClient => ({
  ...blankClient,
  ...{ email, subId: `sub-${email}`, uuid: uuid('1'), createdAt: 1, updatedAt: 1 },
  ...over,
})
const having = (...clients: StoredClient[]): LocalState => ({
  ...nobody,
  clients: new Map(
    clients.map((client, i) => [emailKey(client.email), { id: i + 1, client, inboundIds: [] }]),
  ),
})

const said = (list: NodeList, local: LocalState = nobody, choice: AdoptionChoice = {}) => {
  const plan = planAdoption(list, local, mint, choice)
  const words = (decision: { do: string } | { do: string; why: { code: string } }) =>
    'why' in decision ? `${decision.do} ${decision.why.code}` : decision.do
  return {
    plan,
    inbounds: [...plan.inbounds.values()].map(words),
    clients: Object.fromEntries([...plan.clients.values()].map((c) => [c.email, words(c.decision)])),
  }
}

test('an inbound that can run here comes as it is, under a tag that is free', () => {
  const list = listOf(row(1, { total: 50, trafficReset: 'monthly' }), row(2, { tag: 'n3-x' }), row(3))
  const { plan, inbounds } = said(list, { ...nobody, tags: new Set(['in-3']) })
  expect(inbounds).toEqual(['adopt', 'adopt', 'adopt'])
  const made = [...plan.inbounds.values()].map((decision) =>
    decision.do === 'adopt' ? decision.inbound : undefined,
  )
  expect(made.map((one) => one?.tag)).toEqual(['in-1', 'n3-n3-x', 'n3-in-3'])
  expect(made[0]).toMatchObject({
    ...{ remoteTag: 'in-1', remoteId: 1, up: 1, down: 2 },
    fields: { port: 1_001, nodeId: 3, total: 50, trafficReset: 'monthly', remark: 'r1' },
  })
})

test('an inbound that cannot come says why', () => {
  const list = listOf(
    row(1, { protocol: 'quic9' }),
    row(2, { protocol: 'http' }),
    row(3, { nodeId: 7 }),
    row(4, { port: 0 }),
    row(5, { port: 4_000 }),
    row(6),
  )
  const claim = { id: 8, remark: 'ours', listen: '', port: 4_000, nodeId: 3, layers: ['tcp'] as const }
  const { inbounds } = said(list, { ...nobody, claims: [claim], tags: new Set(['in-6', 'n3-in-6']) })
  expect(inbounds).toEqual([
    'conflict adoption.protocol-unknown',
    'leave adoption.protocol-stays',
    'leave adoption.on-its-node',
    'conflict adoption.settings-unknown',
    'conflict inbound.port-taken',
    'conflict adoption.tag-taken',
  ])
})

test('a client that nobody has here comes with its credentials, limits and counters', () => {
  const stats = [{ email: 'Ann', up: 5, down: 6, lastOnline: 1_700_000_000_000 }]
  const ann = entry('Ann', {
    totalGB: 10,
    expiryTime: 99,
    limitIp: 2,
    enable: false,
    reset: 30,
    comment: 'c',
  })
  const list = listOf(row(1, { clientStats: stats }, [ann]))
  const { plan, clients } = said(list)
  expect(clients).toEqual({ Ann: 'adopt' })
  expect(list.snapshot.clients.get('ann')?.lastOnline).toBe(1_700_000_000_000)
  expect(plan.clients.get('ann')?.decision).toMatchObject({
    record: {
      ...{ email: 'Ann', uuid: uuid('1'), subId: 'sub-Ann', totalGB: 10, expiryTime: 99, limitIp: 2 },
      ...{ enable: false, disabledByPanel: true, reset: 30, comment: 'c' },
    },
    granted: 10,
    remote: { sums: { up: 5, down: 6 } },
  })
})

test('several entries of one name are one client, where they agree', () => {
  const key = btoa('k'.repeat(16))
  const ss = { method: '2022-blake3-aes-128-gcm', password: btoa('s'.repeat(16)), network: 'tcp' }
  const list = listOf(
    row(1, {}, [entry('ann'), entry('bob')]),
    row(2, { protocol: 'trojan', settings: { clients: [entry('ann', { id: '', password: 'pw' })] } }),
    row(3, {
      protocol: 'shadowsocks',
      settings: { ...ss, clients: [entry('ann', { id: '', password: key })] },
    }),
    row(4, {}, [entry('bob', { id: uuid('2') })]),
  )
  const { plan, clients } = said(list)
  expect(clients).toEqual({ ann: 'adopt', bob: 'conflict adoption.client-inconsistent' })
  expect(plan.clients.get('ann')?.decision).toMatchObject({
    record: { uuid: uuid('1'), password: 'pw', shadowsocksKey: key },
    attachments: [{ remoteTag: 'in-1' }, { remoteTag: 'in-2' }, { remoteTag: 'in-3' }],
  })
})

test('a name that one inbound lists several times comes only if its entries agree', () => {
  const ann = entry('ann')
  const others = [entry('Bob'), entry('bob', { id: uuid('2') }), entry('eve', { id: uuid('3') })]
  const late = row(3, { tag: 'in-1' }, [entry('late')])
  const list = listOf(row(1, {}, [ann, ann, ...others]), row(2, {}, [entry('ann')]), late)
  const { clients } = said(list)
  expect(clients).toEqual({ ann: 'adopt', Bob: 'conflict adoption.client-inconsistent', eve: 'adopt' })
})

test('a flow that the node uses on some inbounds only stays there', () => {
  const tls = { network: 'tcp', security: 'reality', realitySettings: reality }
  const vision = { flow: 'xtls-rprx-vision' }
  const list = listOf(
    row(1, { streamSettings: tls }, [entry('ann', vision), entry('bob', { id: uuid('2'), ...vision })]),
    row(2, {}, [entry('ann')]),
    row(3, { streamSettings: tls }, [entry('bob', { id: uuid('2') })]),
  )
  const { plan } = said(list)
  expect(plan.clients.get('ann')?.decision).toMatchObject({
    record: { flow: 'xtls-rprx-vision' },
    attachments: [{ flowOverride: '' }, { flowOverride: '' }],
  })
  expect(plan.clients.get('bob')?.decision).toMatchObject({
    record: { flow: '' },
    attachments: [{ flowOverride: 'xtls-rprx-vision' }, { flowOverride: '' }],
  })
})

const reality = {
  show: false,
  target: 'example.com:443',
  serverNames: ['example.com'],
  privateKey: 'A'.repeat(43),
  shortIds: ['ab'],
}

test('a client of this panel with the same name is the same one only if its credentials say so', () => {
  const list = listOf(
    row(1, {}, [
      entry('same', { totalGB: 5 }),
      entry('Case', { id: uuid('2') }),
      entry('other', { id: uuid('3') }),
      entry('moved', { id: uuid('4'), subId: 'another' }),
    ]),
    row(2, {
      protocol: 'trojan',
      settings: { clients: [entry('unproven', { id: '', password: 'p', subId: 'x' })] },
    }),
    row(3, { protocol: 'trojan', settings: { clients: [entry('proven', { id: '', password: 'q' })] } }),
  )
  const local = having(
    stored('same'),
    stored('case', { uuid: uuid('2'), subId: 'sub-Case' }),
    stored('other', { uuid: uuid('8') }),
    stored('moved', { uuid: uuid('4') }),
    stored('unproven'),
    stored('proven'),
  )
  const { plan, clients } = said(list, local)
  expect(clients).toEqual({
    same: 'attach',
    Case: 'attach',
    other: 'conflict adoption.client-differs',
    moved: 'attach',
    unproven: 'conflict adoption.client-differs',
    proven: 'attach',
  })
  const changes = (key: string) => {
    const decision = plan.clients.get(key)?.decision
    return decision?.do === 'attach' ? decision.changes : []
  }
  expect([changes('same'), changes('case'), changes('moved')]).toEqual([['totalGB'], ['email'], ['subId']])
  expect(plan.clients.get('proven')?.decision).toMatchObject({ next: { password: 'q' } })
  expect([...unmanagedOf(list, plan, new Set(['same']))].sort()).toEqual(['other', 'same', 'unproven'])
})

test('two clients that the core would take for one do not both come', () => {
  const { clients } = said(listOf(row(1, {}, [entry('ann'), entry('bob')])))
  expect(clients).toEqual({ ann: 'adopt', bob: 'conflict adoption.client-refused' })
  const odd = said(listOf(row(1, {}, [entry('a b'), entry('cat', { id: uuid('2'), flow: 'other' })])))
  expect(odd.clients).toEqual({ 'a b': 'conflict adoption.client-refused', cat: 'adopt' })
})

test('what belongs to this panel, or is being removed by it, is left alone', () => {
  const managed = { tag: 'in-1', accepted: '', sent: '', goneAt: 0, remoteId: 1, inboundId: 11 }
  const list = listOf(
    row(1, {}, [entry('ann'), entry('gone', { id: uuid('2') }), entry('guest', { id: uuid('3') })]),
    row(2),
    row(3),
  )
  const ours = planAdoption(listOf(row(1)), nobody, mint).inbounds.get('in-1')
  if (ours?.do !== 'adopt') throw new Error('it can come')
  const local: LocalState = {
    ...having(stored('ann')),
    desired: new Map([
      [11, { ...ours.inbound.fields, tag: 'in-1' }],
      [13, { ...ours.inbound.fields, tag: 'in-3', port: 9 }],
    ]),
    managed: new Map([
      [11, managed],
      [12, { ...managed, tag: 'in-2', remoteId: 2, goneAt: 5 }],
    ]),
    managedClients: new Map([
      [1, { email: 'ann', subId: '', sent: [] }],
      [2, { email: 'gone', subId: '', sent: [] }],
    ]),
  }
  const { inbounds, clients } = said(list, local)
  expect(inbounds).toEqual([
    'leave adoption.already-here',
    'leave adoption.being-removed',
    'conflict adoption.tag-wanted',
  ])
  expect(clients).toEqual({
    ann: 'leave adoption.already-here',
    gone: 'leave adoption.being-removed',
    guest: 'adopt',
  })
})

test('only what was chosen comes', () => {
  const list = listOf(row(1, {}, [entry('ann'), entry('bob', { id: uuid('2') })]), row(2, {}, [entry('cat')]))
  const { plan, inbounds, clients } = said(list, nobody, { tags: ['in-1'], emails: ['ANN', 'cat'] })
  expect(inbounds).toEqual(['adopt', 'leave adoption.not-chosen'])
  expect(clients).toEqual({
    ann: 'adopt',
    bob: 'leave adoption.not-chosen',
    cat: 'leave adoption.inbound-stays',
  })
  expect(unmanagedOf(list, plan, new Set())).toEqual(['bob'])
})

test('whatever a node answers is read or refused', () => {
  expect(readNodeList({})).toBeUndefined()
  expect(readNodeList('<html>')).toBeUndefined()
  const odd = [
    null,
    5,
    {},
    { id: 1 },
    row(1, { settings: 'x', port: '1', protocol: null, clientStats: [null, 3] }),
  ]
  const list = readNodeList(odd) as NodeList
  expect(said(list).inbounds).toEqual(['conflict adoption.protocol-unknown'])
})
