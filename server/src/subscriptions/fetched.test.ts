import { expect, it } from 'vitest'
import type { Commit } from '../store/changes/commit.ts'
import type { Tx } from '../store/open.ts'
import { createFetched } from './fetched.ts'

const day = 86_400_000

function stage() {
  const world = { now: 20_000 * day, broken: false }
  const fetched: string[] = []
  const apps: string[] = []
  const upkeep = async (work: (tx: Tx, before: Tx) => Promise<unknown>) => {
    if (world.broken) throw new Error('the disk is full')
    return work({} as Tx, {} as Tx) // the store below needs none
  }
  const notes = createFetched(
    { upkeep } as unknown as Commit, // nothing else is called
    {
      fetched: async (_, rows) => void fetched.push(...rows.map(({ email }) => email)),
      fetchedWith: async (_, rows) => void apps.push(...rows.map(({ email, app }) => `${email} ${app}`)),
    },
    () => world.now,
  )
  return { world, fetched, apps, ...notes }
}

it('records each client and app once a day', async () => {
  const { world, note, flush, apps, fetched } = stage()
  for (let i = 0; i < 3; i++) note(['ann', 'bob'], 'clash-verge/v2.5.0', '')
  note(['ann'], 'v2rayNG/2.3.5', '')
  await flush()
  note(['ann'], 'clash-verge/v2.5.1', '')
  world.now += 3_600_000
  note(['ann'], 'clash-verge/v2.5.1', '')
  await flush()
  expect(apps).toEqual(['ann clash-verge', 'bob clash-verge', 'ann v2rayng'])
  expect(fetched).toEqual(['ann', 'bob', 'ann'])
  world.now += day
  note(['ann'], 'clash-verge/v2.5.1', '')
  await flush()
  expect(apps.at(-1)).toBe('ann clash-verge')
  expect(apps).toHaveLength(4)
})

it('keeps what could not be written for the next time', async () => {
  const { world, note, flush, apps } = stage()
  world.broken = true
  note(['ann'], 'v2rayN/7.24.8', '')
  await expect(flush()).rejects.toThrow('the disk is full')
  world.broken = false
  await flush()
  expect(apps).toEqual(['ann v2rayn'])
  await flush()
  expect(apps).toHaveLength(1)
})

it('writes nothing when nobody fetched', async () => {
  const { world, flush } = stage()
  world.broken = true
  await expect(flush()).resolves.toBeUndefined()
})

it('does not keep names that no app has', async () => {
  const { note, flush, apps } = stage()
  note(['ann'], `clash-verge/${'x'.repeat(10_000)}`, '')
  await flush()
  expect(apps).toEqual(['ann clash-verge'])
})
