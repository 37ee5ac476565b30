import { DatabaseSync } from 'node:sqlite'
import { serveThread } from '../platform/thread/serving.ts'

const mostFlaws = 5

/** What is wrong in the file; an empty list means that it is sound. In WAL mode a reader holds up no write. */
function flaws(file: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    db.exec('pragma busy_timeout=2000; pragma cache_size=-4000')
    const rows = db.prepare(`pragma quick_check(${mostFlaws})`).all()
    const said = rows.map((row) => String(Object.values(row)[0]))
    return said.length === 1 && said[0] === 'ok' ? [] : said
  } finally {
    db.close()
  }
}

const operations = { flaws }
export type IntegrityOperations = typeof operations
serveThread(operations)
