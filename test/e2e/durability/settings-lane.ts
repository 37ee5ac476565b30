import { expect } from 'vitest'
import { withBearer } from '#test/visitor.ts'
import { expectSuccess, type Lane } from './lane.ts'
import type { Storage } from './storage.ts'

/** In the order of the settings table, which is also the order in the audit trail. */
const keys = ['sessionMaxAge', 'expireDiff', 'smtpPort', 'smtpFromName'] as const

/** The same counter in several settings at once: a half-written update would make them differ. */
export function settingsLane(at: { url: string; token: string }, storage: Storage): Lane {
  let counter = 100
  return {
    name: 'settings',
    next() {
      const value = counter + 1
      const patch = Object.fromEntries(keys.map((key) => [key, key === 'smtpFromName' ? `${value}` : value]))
      return {
        send: async () =>
          expectSuccess(await withBearer(at.url, at.token).post('/panel/api/setting/update', patch)),
        trail: `settings.update ${JSON.stringify(patch)}`,
        apply: () => {
          counter = value
        },
      }
    },
    expected: () => keys.map(() => String(counter)),
    async stored() {
      const rows = await storage.rows('select key, value from settings')
      const values = new Map(rows.map((row) => [row.key, row.value]))
      return keys.map((key) => values.get(key) ?? String(counter))
    },
    owns: (action) => action === 'settings.update',
    async answers(url) {
      const all = await withBearer(url, at.token).get<Record<string, unknown>>('/panel/api/setting/all')
      const stored = await this.stored()
      expect(keys.map((key) => String(all.obj[key]))).toEqual(stored)
    },
  }
}
