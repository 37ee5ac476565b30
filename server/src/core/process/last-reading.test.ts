import { expect, it } from 'vitest'
import { silentLog } from '../../platform/log.ts'
import type { CoreApi } from '../api/client.ts'
import type { ApiLoader } from '../api/load.ts'
import type { Connected } from '../reconcile/link.ts'
import { createLastReading } from './ending.ts'
import { startIdOf } from './record.ts'

const record = {
  pid: 7,
  startTime: '99',
  exe: '/xray',
  configHash: '',
  api: '/run/api.sock',
  startedAt: 5,
}
const fakeApi = (log: string[], name: string) =>
  ({ close: () => log.push(`${name} closed`) }) as unknown as CoreApi // only what is used
const apiOf = (createCoreApi: (address: string) => CoreApi) =>
  ({ load: async () => ({ createCoreApi }) }) as unknown as ApiLoader // only what is used
const atOnce = {
  after: (_ms: number, run: () => void) => {
    run()
    return () => {}
  },
}
const never = { after: () => () => {} }

it('reads over the open channel, and does not close it', async () => {
  const log: string[] = []
  const api = fakeApi(log, 'open')
  const reading = createLastReading({
    hooks: { ending: async (given, id) => void log.push(`${given === api} ${id}`) },
    link: { connected: () => ({ api, startId: startIdOf(record) }) as Connected },
    api: apiOf(() => fakeApi(log, 'own')),
    timers: never,
    log: silentLog,
  })
  await reading.read(record)
  expect(log).toEqual([`true ${startIdOf(record)}`])
})

it('an orphan gets its own channel, closed afterwards; a reader that fails or hangs blocks nothing', async () => {
  const log: string[] = []
  const deps = {
    link: { connected: () => undefined },
    api: apiOf((address) => fakeApi(log, `own ${address}`)),
    log: silentLog,
  }
  const fails = { ending: () => Promise.reject(new Error('no')) }
  const hangs = { ending: () => new Promise<void>(() => {}) }
  await createLastReading({ ...deps, timers: never, hooks: fails }).read(record)
  await createLastReading({ ...deps, timers: atOnce, hooks: hangs }).read(record)
  expect(log).toEqual(['own /run/api.sock closed', 'own /run/api.sock closed'])
})
