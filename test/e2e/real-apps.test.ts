import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchThrough } from './core/dial.ts'
import { megabyte } from './core/origin.ts'
import { type App, formats } from './real-apps/apps.ts'
import { programs } from './real-apps/programs.ts'
import { createWorld, names, type World } from './real-apps/world.ts'

const lastWords = (text: string): string => text.split('\n').slice(-12).join('\n')

describe.skipIf(!programs.core)('what a client is handed, in the programs that people run', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world?.close())

  describe.each(formats)('$name', ({ binary, check, open }) => {
    let app: App
    beforeAll(async () => {
      if (binary) app = await open(world)
    })
    afterAll(() => app?.stop())

    it.skipIf(!binary)('is accepted as it is served', async () => {
      expect(await check(world)).toBe('')
    })

    it.skipIf(!binary).each(names)('%s', async (name) => {
      const door = app.doors.get(name)
      if (door === undefined) {
        expect(app.leftOut.map(({ remark }) => remark)).toContain(name)
        return
      }
      const fetched = await fetchThrough(door, 10_000).catch(String)
      expect(fetched, lastWords(`${world.words()}\n${app.words()}`)).toBe(megabyte)
    })
  })
})
