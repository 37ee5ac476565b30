import { DatabaseSync } from 'node:sqlite'

// What SQLite alone needs on the same machine: reading every client row, and inserting a batch of rows into tables
// with the same columns, indexes and contents.

type Row = Record<string, string | number>
export type BareRequest = 'scan' | { copy: string } | { insert: Record<string, Row[]> }

const db = new DatabaseSync(process.argv[2] ?? '')
db.exec('pragma journal_mode=wal; pragma synchronous=full; pragma cache_size=-16000')
const columns = db.prepare('select * from clients').columns()
/** Reads every column of every row inside SQLite: a lower bound for any program that returns the rows. */
const scan = db.prepare(
  `select ${columns.map(({ name, type }) => (type?.toLowerCase() === 'text' ? `sum(length(${name}))` : `sum(${name})`)).join(', ')} from clients`,
)
scan.setReadBigInts(true)

/** One transaction, one prepared statement per table, one step per row. */
function insertAll(tables: Record<string, Row[]>): number {
  const began = performance.now()
  db.exec('begin immediate')
  for (const [table, rows] of Object.entries(tables)) {
    const names = Object.keys(rows[0] ?? {})
    const insert = db.prepare(
      `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
    )
    for (const row of rows) insert.run(...names.map((n) => row[n] as string | number)) // all rows have the same names
  }
  db.exec('commit')
  return performance.now() - began
}

process.on('message', (request: BareRequest) => {
  if (request === 'scan') return void process.send?.(scan.all().length)
  if ('copy' in request) {
    db.exec(`vacuum into '${request.copy}'`)
    return void process.send?.(true)
  }
  process.send?.(insertAll(request.insert))
})
process.on('disconnect', () => process.exit())
