import type { Counter } from '#domain/traffic/ledger.ts'
import type { PanelDeps } from '#server/app/panel.ts'
import type { Source } from '#server/traffic/source-ledger.ts'
import { type TestPanel, testPanel } from './panel.ts'

/** A core that counts what a test says. */
export interface FakeCore {
  /** Adds bytes to a counter, as traffic does. */
  move(kind: 'user' | 'inbound' | 'outbound', name: string, up: number, down?: number): void
  /** Another process: every counter begins at zero. */
  restart(): void
  stop(): void
  /** The same process again, as for a panel that takes it over. */
  resume(): void
  values: Map<string, number>
  startId(): string | undefined
  counters(): Promise<Counter[]>
  restarts: number
  /** Bytes that no counter has yet, by email. */
  uncounted: Map<string, number>
}

export function createFakeCore(name = 'life'): FakeCore {
  let life = 1
  let runs = true
  const values = new Map<string, number>()
  return {
    values,
    restarts: 0,
    uncounted: new Map(),
    move(kind, name, up, down = 0) {
      for (const [way, bytes] of [
        ['uplink', up],
        ['downlink', down],
      ] as const) {
        const counter = `${kind}>>>${name}>>>traffic>>>${way}`
        values.set(counter, (values.get(counter) ?? 0) + bytes)
      }
    },
    restart() {
      life++
      runs = true
      values.clear()
    },
    stop() {
      runs = false
    },
    resume() {
      runs = true
    },
    startId: () => (runs ? `${name}-${life}` : undefined),
    counters: async () => [...values].map(([name, value]) => ({ name, value })),
  }
}

export interface MeteredPanel extends TestPanel {
  fake: FakeCore
  tick(): Promise<void>
  /** What happens before a core is ended. */
  lastReading(): Promise<void>
  /** How far the monotonic clock is ahead, in milliseconds. */
  pass(ms: number): void
}

/** A core of another source than the panel's own. */
export const asSource = (id: string, fake: FakeCore): Source => ({
  id,
  startId: fake.startId,
  api: () => (fake.startId() ? fake : undefined),
})

/** In the place of the core of a panel's own instance. */
export const inPlaceOfCore = (fake: FakeCore) => ({
  startId: fake.startId,
  api: () => (fake.startId() ? fake : undefined),
  restartService: async () => {
    fake.restarts++
  },
})

export async function meteredPanel(
  deps: Partial<PanelDeps> = {},
  others: readonly Source[] = [],
  env: Record<string, string> = {},
): Promise<MeteredPanel> {
  const fake = createFakeCore()
  let passed = 0
  const t = await testPanel(env, {
    ...deps,
    metering: {
      core: inPlaceOfCore(fake),
      others,
      live: { uncounted: async () => fake.uncounted },
      monotonic: () => performance.now() + passed,
    },
  })
  return {
    ...t,
    get panel() {
      return t.panel // another one after it was opened again
    },
    fake,
    tick: () => t.panel.traffic.tick(),
    lastReading: () => t.panel.traffic.lastReading(t.panel.instance.id, fake, fake.startId() ?? ''),
    pass(ms) {
      passed += ms
      t.advance(ms)
    },
  }
}
