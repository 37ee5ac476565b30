import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { deadlineMs } from '#test/until.ts'
import type { BuiltPanel } from './browser-panel.ts'

const MB = 1024 ** 2
const DAY = 86_400

/**
 * Traffic of the last two weeks in a running panel's database, as its own roll-ups store it: every tenth day and client
 * more than the one before. Yesterday `client-0007` used most.
 */
export function seedUsage(panel: BuiltPanel, clients = 12): void {
  const file = readdirSync(panel.folder).find((name) => name.endsWith('.db'))
  if (!file) throw new Error('the panel has no database')
  const db = new DatabaseSync(join(panel.folder, file), { timeout: deadlineMs })
  try {
    const name = db.prepare(
      'insert into history_names (kind, name) values (?, ?) on conflict (kind, name) do update set name = excluded.name returning id',
    )
    const add = db.prepare(
      'insert into history_days (at, ref, up, down) values (?, ?, ?, ?) on conflict do nothing',
    )
    const hours = db.prepare(
      'insert into history_hours (at, ref, up, down) values (?, ?, ?, ?) on conflict do nothing',
    )
    const ref = (kind: number, text: string) => Number(name.get(kind, text)?.id)
    const midnight = new Date()
    midnight.setHours(0, 0, 0, 0)
    const all = ref(4, 'clients')
    db.exec('begin immediate')
    for (let day = 0; day < 14; day++) {
      const at = Math.floor(midnight.getTime() / 1_000) - day * DAY
      let [up, down] = [0, 0]
      for (let i = 1; i <= clients; i++) {
        const amount = (i === 7 && day === 1 ? 900 : 20 + ((i * 13 + day * 7) % 40)) * MB
        add.run(at, ref(0, `client-${String(i).padStart(4, '0')}`), amount / 10, amount)
        up += amount / 10
        down += amount
      }
      add.run(at, all, up, down)
      hours.run(at, all, up, down)
      add.run(at, ref(1, 'frankfurt'), up, down)
    }
    db.exec('commit')
  } finally {
    db.close()
  }
}
