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

/** What a client used on its first inbound since the last reset: twice as much counts. Returns its subscription's id. */
export function seedPerson(panel: BuiltPanel): string {
  const file = readdirSync(panel.folder).find((name) => name.endsWith('.db')) ?? ''
  const db = new DatabaseSync(join(panel.folder, file), { timeout: deadlineMs })
  try {
    const client = db
      .prepare(
        'select c.id, c.email, c.sub_id, a.inbound_id from clients c join client_inbounds a on a.client_id = c.id order by c.email, a.inbound_id limit 1',
      )
      .get()
    if (!client) throw new Error('no client has an inbound')
    const { id = 0, email = '', sub_id = '', inbound_id = 0 } = client
    const add = db.prepare('insert into client_inbound_traffics values (?, ?, 0, ?, ?)')
    add.run(id, inbound_id, 2_000 * MB, 2_000 * MB * 200)
    db.prepare('update client_traffics set up = 0, down = ? where email = ?').run(5_000 * MB, email)
    return String(sub_id)
  } finally {
    db.close()
  }
}

/**
 * What four clients used on the panel's first inbound and on its first node, on each of the last three days: twice and half
 * of it counts against quotas.
 */
export function seedApart(panel: BuiltPanel): void {
  const file = readdirSync(panel.folder).find((name) => name.endsWith('.db')) ?? ''
  const db = new DatabaseSync(join(panel.folder, file), { timeout: deadlineMs })
  try {
    const clients = db.prepare('select id from clients order by email limit 4').all()
    const inbound = db.prepare('select id, tag from inbounds order by id limit 1').get()
    const node = db.prepare('select id from nodes order by id limit 1').get()
    const name = db.prepare(
      'insert into history_names (kind, name) values (?, ?) on conflict do nothing returning id',
    )
    const refs = [name.get(1, String(inbound?.tag)), name.get(3, String(node?.id))]
    const places = [Number(inbound?.id), -Number(node?.id)]
    const midnight = new Date()
    midnight.setHours(0, 0, 0, 0)
    db.exec('begin immediate')
    for (let day = 0; day < 3; day++)
      for (const [p, place] of places.entries()) {
        const at = Math.floor(midnight.getTime() / 1_000) - day * DAY
        const rate = p === 0 ? 200 : 50
        let sum = 0
        for (const [i, { id }] of clients.entries()) {
          const down = (4 - i) * 100 * MB
          sum += down
          db.prepare('insert into client_inbound_days values (?, ?, ?, 0, ?, ?)').run(
            at,
            Number(id),
            place,
            down,
            down * rate,
          )
        }
        db.prepare('insert into inbound_days values (?, ?, 0, ?, ?, 0)').run(
          at,
          place,
          sum,
          (sum * rate) / 100,
        )
        db.prepare('insert into history_days values (?, ?, 0, ?)').run(at, Number(refs[p]?.id), sum * 1.5)
      }
    db.exec('commit')
  } finally {
    db.close()
  }
}
