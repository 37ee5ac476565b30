import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { counterText, parseBase, splitCounter } from './counter.ts'
import {
  asCount,
  type Counter,
  createLastReadings,
  deltasAndReadings,
  type LastReadings,
  type Movements,
  mostBytes,
  type Reading,
  take,
} from './ledger.ts'

/** A core process: counters that grow, listed in any order, some of them twice. */
const growth = fc.record({
  bytes: fc.array(fc.tuple(fc.constantFrom('ann', 'bob', 'api', 'in'), fc.nat(1e9), fc.nat(1e9)), {
    maxLength: 6,
  }),
  after: fc.constantFrom('poll', 'poll twice', 'panel killed', 'core restarted', 'write failed'),
  shuffle: fc.nat(),
})

const counter = (
  kind: 'client' | 'inbound' | 'outbound',
  name: string,
  way: 'up' | 'down',
  value: number,
) => ({
  name: counterText({ kind, name, way }),
  value,
})

function taken(last: LastReadings, counters: readonly Counter[]): Movements {
  const all: Movements = new Map()
  take(all, last, counters)
  return all
}
const settle = (last: LastReadings, counters: readonly Counter[]) => deltasAndReadings(taken(last, counters))
const remember = (last: LastReadings, all: Movements) => {
  for (const [base, { reading }] of all) last.set(base, reading)
}

function parseCounter(text: string) {
  const split = splitCounter(text)
  const whose = split && parseBase(split.base)
  return whose && { ...whose, way: split.way }
}

/** A panel: memory that is lost when it dies, and storage in which readings and sums change together. */
function panel() {
  const stored = { startId: '', readings: new Map<string, Reading>(), sums: new Map<string, number>() }
  let memory: { startId: string; last: LastReadings } | undefined
  return {
    stored,
    killed: () => {
      memory = undefined
    },
    poll(startId: string, counters: readonly Counter[], fails = false) {
      if (memory?.startId !== startId)
        memory = {
          startId,
          last: createLastReadings(stored.startId === startId ? [...stored.readings.values()] : []),
        }
      const moved = taken(memory.last, counters)
      const { deltas, readings } = deltasAndReadings(moved)
      if (fails) return
      if (stored.startId !== startId) stored.readings.clear()
      stored.startId = startId
      for (const r of readings) stored.readings.set(`${r.kind} ${r.name}`, r)
      for (const d of deltas)
        stored.sums.set(`${d.kind} ${d.name}`, (stored.sums.get(`${d.kind} ${d.name}`) ?? 0) + d.up + d.down)
      remember(memory.last, moved)
    },
  }
}

describe('the ledger', () => {
  test('every byte once: restarts of the core, deaths of the panel, repeated and reordered readings', () => {
    fc.assert(
      fc.property(fc.array(growth, { maxLength: 30 }), (steps) => {
        const it = panel()
        const truth = new Map<string, number>()
        let core = 1
        let values = new Map<string, { up: number; down: number }>()
        const listed = (shuffle: number) => {
          const all = [...values].flatMap(([name, { up, down }]) => [
            counter('client', name, 'up', up),
            counter('client', name, 'down', down),
            counter('inbound', name, 'down', down),
            counter('outbound', name, 'up', up),
          ])
          const by = (c: Counter) => (c.name.length * 7919 + c.value * 31 + shuffle) % 97
          return all.sort((a, b) => by(a) - by(b))
        }
        for (const { bytes, after, shuffle } of steps) {
          for (const [name, up, down] of bytes) {
            const v = values.get(name) ?? { up: 0, down: 0 }
            values.set(name, { up: v.up + up, down: v.down + down })
            const add = (key: string, n: number) => truth.set(key, (truth.get(key) ?? 0) + n)
            add(`client ${name}`, up + down)
            if (name !== 'api') {
              add(`inbound ${name}`, down)
              add(`outbound ${name}`, up)
            }
          }
          it.poll(`core-${core}`, listed(shuffle), after === 'write failed')
          if (after === 'poll twice') it.poll(`core-${core}`, listed(shuffle + 1))
          if (after === 'panel killed') it.killed()
          if (after === 'core restarted') {
            core++
            values = new Map()
          }
        }
        it.poll(`core-${core}`, listed(0))
        for (const [key, sum] of truth) expect([key, it.stored.sums.get(key) ?? 0]).toEqual([key, sum])
        expect([...it.stored.sums.keys()].every((key) => truth.has(key))).toBe(true)
      }),
    )
  })

  test('a core that already passed the old value after its restart loses nothing', () => {
    const it = panel()
    it.poll('one', [counter('client', 'ann', 'down', 100)])
    it.poll('two', [counter('client', 'ann', 'down', 150)])
    expect(it.stored.sums.get('client ann')).toBe(250)
  })

  test('P33: a counter first seen later, and one that went back, count from zero', () => {
    const last = createLastReadings([{ kind: 'client', name: 'ann', up: 5, down: 50 }])
    const counters = [
      counter('client', 'ann', 'up', 5),
      counter('client', 'ann', 'down', 20),
      counter('client', 'new', 'up', 7),
    ]
    expect(settle(last, counters)).toEqual({
      deltas: [
        { kind: 'client', name: 'ann', up: 0, down: 20 },
        { kind: 'client', name: 'new', up: 7, down: 0 },
      ],
      readings: [
        { kind: 'client', name: 'ann', up: 5, down: 20 },
        { kind: 'client', name: 'new', up: 7, down: 0 },
      ],
    })
  })

  test('a counter that was set to zero is stored, and adds nothing', () => {
    const last = createLastReadings([{ kind: 'client', name: 'ann', up: 0, down: 50 }])
    const result = settle(last, [counter('client', 'ann', 'down', 0)])
    expect(result).toEqual({
      deltas: [],
      readings: [{ kind: 'client', name: 'ann', up: 0, down: 0 }],
    })
  })

  test('P37: a reading beyond 2^53-1 saturates, and what is no count is none', () => {
    expect(asCount(2 ** 60)).toBe(mostBytes)
    expect([asCount(-1), asCount(Number.NaN)]).toEqual([0, 0])
    const last = createLastReadings()
    const counters = [counter('client', 'ann', 'up', 2 ** 63)]
    const moved = taken(last, counters)
    expect(moved.size).toBe(1)
    remember(last, moved)
    expect(taken(last, counters).size).toBe(0)
  })

  test('a name that must not count is left out, and the others move; of duplicates the later value counts', () => {
    const last = createLastReadings()
    const counters = [
      counter('client', 'ann', 'up', 3),
      counter('client', 'bad', 'up', 3),
      counter('inbound', 'api', 'up', 3),
      counter('client', 'ann', 'up', 5),
    ]
    const all: Movements = new Map()
    take(all, last, counters, (name) => !name.includes('bad'))
    expect(deltasAndReadings(all).deltas).toEqual([{ kind: 'client', name: 'ann', up: 5, down: 0 }])
  })

  test('many names keep their numbers', () => {
    const numbered = Array.from({ length: 1_000 }, (_, i) => i)
    const stored = numbered.map((i): Reading => ({ kind: 'client', name: `${i}`, up: i, down: i * 2 ** 40 }))
    const last = createLastReadings(stored)
    for (const i of numbered)
      expect([last.at(`user>>>${i}`, 'up'), last.at(`user>>>${i}`, 'down')]).toEqual([i, i * 2 ** 40])
    expect(last.at('user>>>1000', 'up')).toBe(0)
  })
})

test('a counter is known by its exact beginning and end', () => {
  expect(parseCounter('user>>>a@b>>>traffic>>>uplink')).toEqual({ kind: 'client', name: 'a@b', way: 'up' })
  expect(parseCounter('user>>>victim>>>traffic>>>uplink>>>traffic>>>downlink')).toEqual({
    kind: 'client',
    name: 'victim>>>traffic>>>uplink',
    way: 'down',
  })
  for (const name of [
    'inbound>>>api>>>traffic>>>uplink',
    'outbound>>>api>>>traffic>>>downlink',
    'user>>>placeholder/inbound-1>>>traffic>>>uplink',
    'user>>>check/inbound-1>>>traffic>>>uplink',
    'user>>>ann>>>online',
    'user>>>>>>traffic>>>uplink',
    'something else',
  ])
    expect(parseCounter(name)).toBeUndefined()
  expect(parseCounter('user>>>api>>>traffic>>>uplink')).toMatchObject({ kind: 'client', name: 'api' })
})
