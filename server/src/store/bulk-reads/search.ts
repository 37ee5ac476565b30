import type { DatabaseSync } from 'node:sqlite'

/** Which hits to return, counted from the first or the last row. */
export interface PageOf {
  offset: number
  size: number
  backwards: boolean
}
export interface Found {
  ids: number[]
  count: number
}

/** Clients per piece. */
const rowsPerPiece = 10_000
/** Above this many characters a scan is used instead: memory must not grow with the size of comments. */
const most = 16_000_000

// A piece is `text NUL id NUL NUL` per client. Stored text contains no NUL, so a match followed by one NUL is in a
// text, and a match followed by two is in an id and is skipped.
const pieceSql = `select group_concat(search_text || char(0) || id || char(0) || char(0), '') as body, max(id) as last from
  (select id, search_text from clients indexed by idx_clients_search where id > ? order by id limit ${rowsPerPiece})`

/**
 * Search in memory. The texts of a hundred thousand clients take three megabytes, load in the time of one scan and are
 * searched in a tenth of it. They are kept until the next commit or the end of the thread.
 */
export function createSearch(db: DatabaseSync) {
  const version = db.prepare('pragma data_version')
  const piece = db.prepare(pieceSql)
  for (const statement of [version, piece]) statement.setReturnArrays(true)
  let held: { version: unknown; pieces: string[] | null } | undefined

  function read(): string[] | null {
    const pieces: string[] = []
    let size = 0
    db.exec('begin') // one snapshot
    try {
      for (let after = 0; ; ) {
        // the statement returns arrays
        const [body, last] = piece.get(after) as unknown as [string | null, number | null]
        if (body === null || last === null) return pieces
        pieces.push(body)
        size += body.length
        if (size > most) return null
        after = last
      }
    } finally {
      db.exec('rollback')
    }
  }

  return function search(needle: string, { offset, size, backwards }: PageOf): Found | null {
    const [now] = version.get() as unknown as [number] // read first: a commit in the meantime is picked up next time
    if (held?.version !== now) held = { version: now, pieces: read() }
    if (held.pieces === null) return null
    const hits = held.pieces.map((text) => hitsIn(text, needle))
    const count = hits.reduce((sum, ends) => sum + ends.length, 0)
    const from = backwards ? Math.max(0, count - offset - size) : offset
    const to = backwards ? count - offset : offset + size
    const ids = idsOf(held.pieces, hits, from, to)
    return { ids: backwards ? ids.reverse() : ids, count }
  }
}

/** Start offsets of the ids whose text contains the needle. */
function hitsIn(text: string, needle: string): number[] {
  const starts: number[] = []
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at)) {
    const end = text.indexOf('\0', at)
    if (text.charCodeAt(end + 1) === 0) {
      at = end + 2 // inside an id
      continue
    }
    starts.push(end + 1)
    at = text.indexOf('\0\0', end) + 2
  }
  return starts
}

function idsOf(pieces: readonly string[], hits: readonly number[][], from: number, to: number): number[] {
  const ids: number[] = []
  let first = 0 // number of hits in the earlier pieces
  for (const [i, starts] of hits.entries()) {
    const text = pieces[i] as string // one hit list per piece
    for (const start of starts.slice(Math.max(0, from - first), Math.max(0, to - first)))
      ids.push(Number(text.slice(start, text.indexOf('\0', start))))
    first += starts.length
  }
  return ids
}
