import { DatabaseSync } from 'node:sqlite'

// What SQLite alone needs on the same machine for the rows of a tick: one transaction, one prepared statement per
// table, one step per row, on tables with the same columns, indexes and contents.

export interface BareRequest {
  /** Email, bytes up and down, reading up and down. */
  rows: [string, number, number, number, number][]
  at: number
}

const db = new DatabaseSync(process.argv[2] ?? '')
db.exec('pragma journal_mode=wal; pragma synchronous=full; pragma cache_size=-16000')
const sum = db.prepare(
  'update client_traffics set up = up + ?, down = down + ?, last_online = ? where email = ?',
)
const source = String(db.prepare('select id from instances').get()?.id ?? '')
const reading = db.prepare(
  `insert into traffic_readings (source, kind, name, start_id, up, down) values (?, 'client', ?, 'life', ?, ?)
   on conflict (source, kind, name) do update set start_id = excluded.start_id, up = excluded.up, down = excluded.down`,
)

const history = db.prepare(
  `insert into history_fine (at, ref, up, down) values (?, ?, ?, ?)
   on conflict (at, ref) do update set up = history_fine.up + excluded.up, down = history_fine.down + excluded.down`,
)

process.on('message', ({ rows, at }: BareRequest) => {
  const began = performance.now()
  db.exec('begin immediate')
  const bucket = Math.floor(at / 300_000) * 300
  for (const [i, [email, up, down, readUp, readDown]] of rows.entries()) {
    reading.run(source, email, readUp, readDown)
    sum.run(up, down, at, email)
    history.run(bucket, i, up, down)
  }
  db.exec('commit')
  process.send?.(performance.now() - began)
})
process.on('disconnect', () => process.exit())
