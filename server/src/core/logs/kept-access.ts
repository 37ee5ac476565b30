import type { Block } from '#contract/inbound.ts'
import { asBlocks } from '#domain/core-config/json.ts'
import { keptAccessLog } from '#domain/core-config/log-section.ts'
import { templateSections } from '#domain/core-config/sections.ts'
import { textAt } from '#domain/inbounds/stream.ts'
import type { Heard } from '../../connections/cut/log-forgery-guard.ts'
import type { Timers } from '../../platform/jobs/timers.ts'
import type { Log } from '../../platform/log.ts'
import type { LogLine } from '../process/log-line.ts'
import { createRing } from '../process/ring.ts'
import { type AccessFile, openAccessFile } from './access-file.ts'
import { type AccessFilter, type AccessRow, accessRows } from './access-log.ts'
import { maskedLine } from './access-mask.ts'

const KEPT_ROWS = 10_000
/** A line waits for those that may tell that a client tore it: so many characters further, or twice this time. */
const HOLD_MS = 250
const HOLD_CHARS = 2_300

/** What stands before the name that a client asked for is the core's; the rest may be anything. */
const cut = ({ kind, time, text }: LogLine): LogLine => {
  const [head = ''] = /^(?:from )?\S+ (?:accepted|rejected) /.exec(text) ?? []
  return { kind, time, text: `${head}?` }
}

export type Shown = Omit<AccessFilter, 'directTags' | 'blockedTags'>

export interface KeptAccess {
  /** Every line of the core, not only those of connections: some tell that the one before was broken. */
  onLine(parsed: LogLine, heard: Pick<Heard, 'believed' | 'isRest' | 'isWhole'>): void
  /** Null where nobody asked for an access log. */
  last(count: number, shown: Shown): AccessRow[] | null
  stop(): Promise<void>
}

interface Deps {
  /** The stored text, as cheap to ask as a variable: it tells whether anything changed. */
  templateText: () => string
  template: () => Block
  logFolder: string
  log: Log
  timers: Timers
  size?: number
}

/**
 * Access lines, in memory for the page and in the file that was named, only while `log.access` asks. A line that a client
 * may have written is not among them.
 */
export function createKeptAccess(deps: Deps): KeptAccess {
  const { templateText, template, logFolder, log, timers, size = KEPT_ROWS } = deps
  const ring = createRing<LogLine>(size)
  let seen: string | undefined
  let kept: { file: string; maskAddress: string } | undefined
  let open: { name: string; file: AccessFile } | undefined
  let held: { line: LogLine; wish: NonNullable<typeof kept>; end: number }[] = []
  let heardChars = 0
  /** How many of them were held at the last look, and whether another look is to come. */
  let old = 0
  let isWaiting = false
  let missing = 0
  let lastTime = ''

  function asked() {
    const text = templateText()
    if (text !== seen) {
      seen = text
      kept = keptAccessLog(templateSections(template()).log, logFolder)
      if (!kept) {
        ring.clear() // the operator took the wish back: what was kept goes too
        held = []
        missing = 0
      }
      if (open && open.name !== kept?.file) {
        void open.file.close()
        open = undefined
      }
    }
    return kept
  }

  function write(line: LogLine, wish: NonNullable<typeof kept>): void {
    const shown = maskedLine(line, wish.maskAddress)
    ring.push(shown)
    open ??= { name: wish.file, file: openAccessFile(wish.file, log) }
    open.file.write(`${shown.time} ${shown.text}`)
  }

  function keep(count: number): void {
    for (const { line, wish } of held.splice(0, count)) write(line, wish)
    old = Math.max(0, old - count)
  }

  /** One line stands for all that were torn, forged or near those: a line break is no way to hide. */
  function tellMissing(): void {
    const wish = asked()
    const text = `from ? accepted ? (${missing} lines left out: a client may have written them)`
    if (missing > 0 && wish) write({ kind: 'access', time: lastTime, text }, wish)
    missing = 0
  }

  function look(): void {
    isWaiting = false
    keep(old)
    tellMissing()
    old = held.length
    if (old > 0) wait()
  }

  function wait(): void {
    if (isWaiting) return
    isWaiting = true
    timers.after(HOLD_MS, look)
  }

  return {
    onLine(parsed, { believed, isRest, isWhole }) {
      const wish = asked()
      if (!wish) return
      const near = held.findIndex(({ end }) => heardChars - end <= HOLD_CHARS)
      keep(near < 0 ? held.length : near)
      if (isRest) missing += held.splice(0).length
      heardChars += parsed.time.length + parsed.text.length + 1
      if (believed) lastTime = parsed.time
      if (parsed.kind === 'access' && !believed) missing += 1
      if (parsed.kind === 'access' && believed) {
        // The core names no client when it refuses one: there, the client wrote that itself.
        const isTorn = !isWhole && / accepted | email: /.test(parsed.text)
        held.push({ line: isTorn ? cut(parsed) : parsed, wish, end: heardChars })
      }
      if (held.length + missing > 0) wait()
    },
    async stop() {
      keep(held.length)
      tellMissing()
      await open?.file.close()
    },
    last(count, shown) {
      if (!asked()) return null
      const outbounds = asBlocks(templateSections(template()).outbounds)
      const tagsOf = (protocol: string) =>
        new Set(outbounds.filter((o) => o.protocol === protocol).map((o) => textAt(o, 'tag')))
      const tags = { directTags: tagsOf('freedom'), blockedTags: tagsOf('blackhole') }
      return accessRows(ring.last(), count, { ...shown, ...tags })
    },
  }
}
