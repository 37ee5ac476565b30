import { expect, it } from 'vitest'
import { silentLog } from '../../platform/log.ts'
import type { CoreApi } from '../api/client.ts'
import { createLastReading, startIdOf } from './last-reading.ts'

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
  const read = createLastReading({
    onEnding: async (given, id) => void log.push(`${given === api} ${id}`),
    connected: () => ({ api, startId: startIdOf(record) }),
    connect: async () => fakeApi(log, 'own'),
    timers: never,
    log: silentLog,
  })
  await read(record)
  expect(log).toEqual([`true ${startIdOf(record)}`])
})

it('an orphan gets its own channel, closed afterwards; a reader that fails or hangs blocks nothing', async () => {
  const log: string[] = []
  const deps = {
    connected: () => undefined,
    connect: async (address: string) => fakeApi(log, `own ${address}`),
    log: silentLog,
  }
  await createLastReading({ ...deps, timers: never, onEnding: () => Promise.reject(new Error('no')) })(record)
  await createLastReading({ ...deps, timers: atOnce, onEnding: () => new Promise(() => {}) })(record)
  expect(log).toEqual(['own /run/api.sock closed', 'own /run/api.sock closed'])
})
