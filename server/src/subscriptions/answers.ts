import type { Settings } from '#contract/settings.ts'
import type { Picture } from './inbounds-picture.ts'
import type { ClientTuple } from './lookup.ts'
import type { Answer } from './reply.ts'

/** All that a raw answer is made of, but for the time. */
export interface Source {
  subId: string
  /** One for each client with this id. */
  rows: readonly ClientTuple[]
  picture: Picture
  settings: Settings
  /** Scheme and host of the request: links and the page's address name it. */
  origin: string
}

interface Kept extends Source {
  answer: Answer
  until: number
  /** The database's version when somebody last asked: older than any row read after it, never newer. */
  asked: number | undefined
  /** The one since which `rows` are known to be as they are. */
  same: number | undefined
}

const most = 4_096
const longest = 4_096
const minute = 60_000

interface Deps {
  /** Changes with every commit of anybody; absent where it would cost as much as a look-up. */
  version: (() => number) | undefined
  now: () => number
}

/**
 * Raw answers of those who ask again: several devices, apps that look every few minutes. One is given again only where
 * everything that it was made of is the same: nothing is known to have been committed since that was last looked at, or
 * the client's rows were read anew. Nobody has to tell this memory anything, and no writer can be forgotten.
 */
export function createAnswers({ version, now }: Deps) {
  const kept = new Map<string, Kept>()
  const askedBefore = createAskedBefore()

  const stands = (known: Kept, picture: Picture | undefined, settings: Settings, origin: string): boolean =>
    known.picture === picture && known.settings === settings && known.origin === origin && now() < known.until

  function keep(source: Source, answer: Answer, asked: number | undefined) {
    if (answer.body.length > longest) return void kept.delete(source.subId)
    if (kept.size >= most && !kept.has(source.subId)) kept.delete(kept.keys().next().value ?? '')
    const until = now() + Math.min(...source.rows.map((row) => untilNext(row[7] - now())))
    kept.set(source.subId, { ...source, answer, until, same: asked, asked })
  }

  return {
    /** Without a look at the client; undefined where one is needed, which `of` wants next, in the same turn. */
    again(id: string, picture: Picture | undefined, settings: Settings, origin: string): Answer | undefined {
      const known = kept.get(id)
      if (!known || !version) return undefined
      known.asked = version()
      return known.asked === known.same && stands(known, picture, settings, origin) ? known.answer : undefined
    },
    of(source: Source, make: () => Answer): Answer {
      const { subId, picture, settings, origin } = source
      const known = kept.get(subId)
      if (known && stands(known, picture, settings, origin) && sameRows(known.rows, source.rows)) {
        known.same = known.asked
        return known.answer
      }
      const answer = make()
      if (known || askedBefore(subId)) keep(source, answer, known?.asked)
      return answer
    },
  }
}

export type Answers = ReturnType<typeof createAnswers>

/** Names may say how long is left, in minutes at the least; a passed expiry leaves nothing to dial. */
const untilNext = (left: number): number => (left > 0 ? Math.min(minute, left % minute || minute) : minute)

/** When somebody was last seen is told by no header and no link. */
const untold = 12

const sameRows = (a: readonly ClientTuple[], b: readonly ClientTuple[]): boolean =>
  a.length === b.length && a.every((row, i) => sameRow(row, b[i] as ClientTuple)) // as many as in the other

function sameRow(a: ClientTuple, b: ClientTuple): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i] && i !== untold) return false
  return true
}

/**
 * Whether an id was among the last few thousand: most apps come once in hours, and keeping the answers of all of them
 * would push out those who do come again, and cost more than it saves.
 */
function createAskedBefore() {
  let recent = new Set<string>()
  let before = new Set<string>()
  return (id: string): boolean => {
    if (recent.has(id) || before.has(id)) return true
    if (recent.size >= most / 2) {
      before = recent
      recent = new Set()
    }
    recent.add(id)
    return false
  }
}
