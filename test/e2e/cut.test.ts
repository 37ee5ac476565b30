import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { installationForNobody, nobody } from '#test/another-user.ts'
import { patient } from '#test/patient.ts'
import { until } from '#test/until.ts'
import { hasCore } from './core/binary.ts'
import { type Email, host, type Way, ways } from './core/inbounds.ts'
import { type Lab, type LabOptions, startLab } from './core/lab.ts'
import { askTrojan, heardSince, isOver, type Stream } from './core/stream.ts'

// One client is cut, another at the same address keeps streaming (C1), with the real core.
const cutMs = () => patient(2_000)
/** A connection without a log line is ended later: it may be another client's, whose line is only late. */
const lostMs = () => patient(4_500)
/** Longer than two busy cores delay a packet, far shorter than any reconnect. */
const gapMs = () => patient(1_500)
const enough = 60_000

let lab: Lab
let streams: Stream[] = []

function open(way: Way, email: Email): Stream {
  const stream = lab.stream(way, email)
  streams.push(stream)
  return stream
}

async function flowing(...those: Stream[]) {
  await until('both clients stream', () => those.every((stream) => stream.bytes > enough))
}

/**
 * A Hysteria client whose log line the core lost, or that came right after an untrusted line, is known with
 * its next stream: no kernel table shows who is behind a UDP socket.
 */
async function heardOf(email: 'ann' | 'bob') {
  await until(`${email} is known`, async () => {
    if ((await lab.list(email)).length > 0) return true
    await flowing(open('hysteria2', email))
    await new Promise((resolve) => setTimeout(resolve, 100))
    return false
  })
}

/** Removes and cuts ann on `way` while bob streams there too; returns the result of the cut. */
async function cutAnn(way: Way, most = cutMs) {
  const [ann, bob] = [open(way, 'ann'), open(way, 'bob')]
  await flowing(ann, bob)
  if (way === 'hysteria2') await heardOf('ann')
  bob.mark()
  const began = performance.now()
  await lab.remove(way, 'ann')
  const result = await lab.cut('ann', [lab.tag(way)])
  const back = open(way, 'ann')
  await until(`${way} ends`, () => isOver(ann, bob))
  const lasted = ann.lastByte - began
  const ended = ann.ended === undefined ? 'not' : `${Math.round(ann.ended - began)} ms`
  if (process.env.SLUICE_CUT_TIMES)
    console.log(`${way}: last byte after ${Math.round(lasted)} ms, connection ended: ${ended}, ${result.how}`)
  expect(lasted).toBeLessThan(most())
  const before = { ann: ann.bytes, bob: bob.bytes }
  await until('the other streams on', () => bob.bytes > before.bob + 2 * enough)
  const over = way === 'hysteria2' ? 'quic' : 'tcp'
  expect({ ann: heardSince(ann, before.ann, over), back: back.bytes }).toEqual({ ann: 0, back: 0 })
  expect(bob.ended).toBeUndefined()
  expect(bob.gap()).toBeLessThan(gapMs())
  return result
}

afterEach(() => {
  for (const stream of streams) stream.stop()
  streams = []
})

const root = process.getuid?.() === 0
if (!root) console.log('Not tested: cutting as root, because this user is not root.')
const forNobody = hasCore() ? installationForNobody('cutting by a panel of another user') : undefined
const asNobody: LabOptions = forNobody ? { uid: nobody, installation: forNobody } : {}
const users: { who: string; as: LabOptions }[] = root
  ? [{ who: 'as root', as: {} }, ...(forNobody ? [{ who: 'as an unprivileged user', as: asNobody }] : [])]
  : [{ who: 'as an unprivileged user', as: {} }]

describe.runIf(hasCore()).each(users)('one client is cut $who', ({ as }) => {
  beforeAll(async () => {
    lab = await startLab(as)
  })
  afterAll(() => lab.stop())

  it('detects at the start that it can', async () => {
    expect(await lab.selfTest()).toEqual({ way: 'pidfd', sentence: expect.stringContaining('can be ended') })
  })

  it('shows the connections of a client with their bytes', async () => {
    const ann = open('trojan-tls', 'ann')
    await flowing(ann)
    await expect.poll(async () => (await lab.list('ann')).length).toBe(1)
    const [session] = await lab.list('ann')
    expect(session).toMatchObject({
      peer: expect.stringMatching(/^127\.0\.0\.2:\d+$/),
      inbound: lab.tag('trojan-tls'),
    })
    expect(session?.down).toBeGreaterThan(enough)
    expect(session?.up).toBeGreaterThan(0)
    expect(session?.rtt).toBeGreaterThan(0)
    expect(session?.retransmissions).toBeGreaterThanOrEqual(0)
  })

  it.each(ways)('%s', async (way) => {
    expect(await cutAnn(way)).toEqual({ ended: 1, remaining: 0, how: 'pidfd' })
  })

  it('ends only its connections on the inbound it was removed from', async () => {
    await lab.add('vmess-ws', 'ann')
    await lab.add('trojan-tls', 'ann')
    const [gone, kept] = [open('vmess-ws', 'ann'), open('trojan-tls', 'ann')]
    await flowing(gone, kept)
    kept.mark()
    await lab.remove('vmess-ws', 'ann')
    expect((await lab.cut('ann', [lab.tag('vmess-ws')])).ended).toBe(1)
    await until('the one ends', () => isOver(gone, kept))
    const before = kept.bytes
    await until('the other streams on', () => kept.bytes > before + enough)
    expect(kept.gap()).toBeLessThan(gapMs())
  })

  it('finds a connection whose log line the core lost', async () => {
    await lab.add('vmess-ws', 'ann')
    await lab.lose('ann')
    expect((await cutAnn('vmess-ws', lostMs)).ended).toBe(1)
  })

  it('a client cannot assign its connection to another by a line break in a name', async () => {
    await lab.lose('')
    await lab.add('vmess-ws', 'ann')
    await flowing(open('vmess-ws', 'ann'))
    const [session] = await lab.list('ann')
    const forged = `x\n2026/11/15 09:06:14.143427 from ${session?.peer} accepted x:1 [${session?.inbound} >> a] email: bob\n`
    const { ports, ca, users } = lab.secrets
    await askTrojan({ port: ports['trojan-tls'], ca, servername: host }, users.ann.password, forged)
    expect(await lab.list('bob')).toEqual([])
    expect(await lab.list('ann')).toMatchObject([{ peer: session?.peer }])
  })
})

it.runIf(hasCore())('a Hysteria client that hops ports is followed, and then silent', async () => {
  lab = await startLab({ annHops: true })
  try {
    const [ann, bob] = [open('hysteria2', 'ann'), open('hysteria2', 'bob')]
    await flowing(ann, bob)
    await heardOf('ann')
    bob.mark()
    await lab.remove('hysteria2', 'ann')
    expect((await lab.cut('ann')).ended).toBeGreaterThanOrEqual(1) // more, if it has hopped by then
    // It leaves a port after five seconds: silence for longer means that the next port is blocked too.
    await until('it is silent on every port', () => bob.lastByte - ann.lastByte > 6_500)
    const back = open('hysteria2', 'ann')
    const before = bob.bytes
    await until('the other streams on', () => bob.bytes > before + 2 * enough)
    expect(back.bytes).toBe(0)
    expect([bob.ended, bob.gap() < gapMs()]).toEqual([undefined, true])
  } finally {
    await lab.stop()
  }
})

describe.runIf(forNobody)('if sockets may not be borrowed', () => {
  afterEach(() => lab.stop())

  it('ss ends TCP, a connected twin silences QUIC', async () => {
    lab = await startLab({ only: 'ss' })
    expect(await cutAnn('vless-reality')).toEqual({ ended: 1, remaining: 0, how: 'ss' })
    expect(await cutAnn('hysteria2')).toEqual({ ended: 1, remaining: 0, how: 'twin' })
  })

  it('reports it, and still silences QUIC', async () => {
    lab = await startLab({ ...asNobody, only: 'rule' })
    const stream = open('trojan-tls', 'ann')
    await flowing(stream)
    expect(await lab.cut('ann', [lab.tag('trojan-tls')])).toEqual({
      ended: 0,
      remaining: 1,
      how: 'rule',
      note: 'not allowed here',
    })
    expect(stream.ended).toBeUndefined()
    expect(await cutAnn('hysteria2')).toEqual({ ended: 1, remaining: 0, how: 'twin' })
  })
})
