import { expect, it } from 'vitest'
import type { FromPanel, FromParent } from '../platform/release/messages.ts'
import { watchTrial } from './trial.ts'
import type { Ended, VersionProcess } from './version-process.ts'

/** A panel that answers as it is told; nothing else of it is looked at. */
function panel(answer: (id: number, nth: number) => FromPanel | undefined) {
  const listeners: ((message: FromPanel) => void)[] = []
  let nth = 0
  let end: (ended: Ended) => void = () => {}
  const say = (message: FromPanel) => {
    for (const listener of listeners) listener(message)
  }
  const version: VersionProcess = {
    ended: new Promise((resolve) => {
      end = resolve
    }),
    signal: () => {},
    send(message: FromParent) {
      const said = message.sluice === 'health' ? answer(message.id, nth++) : undefined
      if (said) queueMicrotask(() => say(said))
    },
    onMessage: (listener) => void listeners.push(listener),
  }
  return { version, say, end: (code: number) => end({ code }) }
}

const well = (id: number): FromPanel => ({ sluice: 'health', id, core: 'running' })
const fault = { code: 'storage.unreachable', params: {} }
const times = { readyMs: 30_000, wellMs: 30, askMs: 5 }

it('a version that is ready and stays well passes', async () => {
  const { version, say } = panel(well)
  const verdict = watchTrial({ version, coreRan: true, ...times })
  say({ sluice: 'ready' })
  expect(await verdict).toBeUndefined()
})

it('a core that takes a moment, or one bad answer, is no reason to go back', async () => {
  const { version, say } = panel((id, nth) =>
    nth < 4
      ? { sluice: 'health', id, core: 'stop' }
      : nth === 6
        ? { ...{ sluice: 'health', id, core: 'running', fault } }
        : well(id),
  )
  const verdict = watchTrial({ version, coreRan: true, ...times })
  say({ sluice: 'ready' })
  expect(await verdict).toBeUndefined()
})

it('a version that ends fails, before it is ready and after', async () => {
  const early = panel(well)
  const first = watchTrial({ version: early.version, coreRan: true, ...times })
  early.end(3)
  expect(await first).toEqual({ code: 'update.exited', params: { status: 3 } })
  const late = panel(well)
  const second = watchTrial({ version: late.version, coreRan: true, ...times, wellMs: 60_000 })
  late.say({ sluice: 'ready' })
  late.end(0)
  expect(await second).toEqual({ code: 'update.exited', params: { status: 0 } })
})

it('a version that is not ready in time fails', async () => {
  const { version } = panel(well)
  expect(await watchTrial({ version, coreRan: true, ...times, readyMs: 10 })).toEqual({
    code: 'update.not-ready',
    params: { seconds: 0 },
  })
})

it('a version that is never well, or stops being well, fails with the reason', async () => {
  const never = panel((id) => ({ sluice: 'health', id, core: 'stop' }))
  const first = watchTrial({ version: never.version, coreRan: true, ...times, readyMs: 20 })
  never.say({ sluice: 'ready' })
  expect(await first).toEqual({
    code: 'update.unhealthy',
    params: { reason: { code: 'update.core-stopped', params: {} } },
  })
  const later = panel((id, nth) =>
    nth < 2 ? well(id) : { ...{ sluice: 'health', id, core: 'running', fault } },
  )
  const second = watchTrial({ version: later.version, coreRan: true, ...times, wellMs: 60_000 })
  later.say({ sluice: 'ready' })
  expect(await second).toEqual({ code: 'update.unhealthy', params: { reason: fault } })
})

it('a panel that had no core before needs none', async () => {
  const { version, say } = panel((id) => ({ sluice: 'health', id, core: 'stop' }))
  const verdict = watchTrial({ version, coreRan: false, ...times })
  say({ sluice: 'ready' })
  expect(await verdict).toBeUndefined()
})
