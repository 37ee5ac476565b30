import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** Reads the whole file on a connection of its own: in WAL mode a reader holds up no write. */
const { file } = workerData as { file: string } // `integrity.ts` starts this thread
const mostFlaws = 5

function flawsOf(): string[] {
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

parentPort?.postMessage(flawsOf())
