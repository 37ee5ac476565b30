import { keptAccessLog } from '#domain/core-config/log-section.ts'
import { templateSections } from '#domain/core-config/sections.ts'
import { isHiddenUser } from '#domain/core-config/users.ts'
import { asBlocks, textAt } from '#domain/untyped.ts'
import type { Timers } from '../../platform/jobs/timers.ts'
import type { LogLine } from '../process/log-line.ts'
import { createRing } from '../process/ring.ts'
import { templateOf } from '../reconcile/desired.ts'
import { type AccessFilter, type AccessRow, accessRows, maskedLine, withClientName } from './access-log.ts'
import { type CoreLogDeps, type CoreLogFile, openCoreLog } from './core-log-file.ts'

const KEPT_ROWS = 10_000
/** A line waits for later ones that may show that a client split it: a number of characters, or twice this time. */
const HOLD_MS = 250
const HOLD_CHARS = 2_300

/** Everything before the client's destination is the core's; the rest may be forged. */
const cut = ({ kind, time, text }: LogLine): LogLine => {
  const [head = ''] = /^(?:from )?\S+ (?:accepted|rejected) /.exec(text) ?? []
  return { kind, time, text: `${head}?` }
}

const beforeEmail = ' email: '
/** The line is whole: its last email is the core's own, whatever the client's destination says. */
const isOfPanel = ({ text }: LogLine): boolean => {
  const at = text.lastIndexOf(beforeEmail)
  return at >= 0 && isHiddenUser(text.slice(at + beforeEmail.length))
}

export type Shown = Omit<AccessFilter, 'directTags' | 'blockedTags'>

/** What is known about a line of the core's log, since a client can put line breaks into it. */
export interface LineTrust {
  /** Whether the line is known to be the core's own: check this before storing or counting a line. */
  believed: boolean
  /** The rest of a message that a line break split: the lines before it may be forged. */
  isRest: boolean
  /** One complete access line. */
  isWhole: boolean
}

interface Deps extends CoreLogDeps {
  timers: Timers
  size?: number
}

/**
 * Access lines, in memory for the page and in the configured file, only while `log.access` is set. Leaves out lines
 * that a client may have forged.
 */
export function createKeptAccess(deps: Deps) {
  const { settings, logFolder, policy, log, timers, size = KEPT_ROWS } = deps
  const template = () => templateOf(settings.current())
  const ring = createRing<LogLine>(size)
  let seen: string | undefined
  let kept: { file: string; maskAddress: string } | undefined
  let open: { name: string; file: CoreLogFile } | undefined
  let held: { line: LogLine; wish: NonNullable<typeof kept>; end: number }[] = []
  let readChars = 0
  /** How many were held at the last check, and whether another check is scheduled. */
  let old = 0
  let isWaiting = false
  let missing = 0
  let lastTime = ''

  function asked() {
    const text = settings.current().xrayTemplateConfig // cheap to read: used to detect changes
    if (text !== seen) {
      seen = text
      kept = keptAccessLog(templateSections(template()).log, logFolder)
      if (!kept) {
        ring.clear() // turned off: the kept lines are removed too
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
    const shown = maskedLine(withClientName(line), wish.maskAddress)
    ring.push(shown)
    open ??= { name: wish.file, file: openCoreLog(wish.file, log, policy) }
    open.file.write(`${shown.time} ${shown.text}`)
  }

  function keep(count: number): void {
    for (const { line, wish } of held.splice(0, count)) write(line, wish)
    old = Math.max(0, old - count)
  }

  /** One line replaces all that were split, forged or close to those, so a line break does not hide them. */
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
    /** Takes every line of the core, not only access lines: some show that the previous one was split. */
    onLine(parsed: LogLine, { believed, isRest, isWhole }: LineTrust): void {
      const wish = asked()
      if (!wish) return
      const near = held.findIndex(({ end }) => readChars - end <= HOLD_CHARS)
      keep(near < 0 ? held.length : near)
      if (isRest) missing += held.splice(0).length
      readChars += parsed.time.length + parsed.text.length + 1
      if (believed) lastTime = parsed.time
      if (parsed.kind === 'access' && !believed) missing += 1
      if (parsed.kind === 'access' && believed && !(isWhole && isOfPanel(parsed))) {
        // The core names no client when it rejects one: here the client wrote it.
        const isTorn = !isWhole && / accepted | email: /.test(parsed.text)
        held.push({ line: isTorn ? cut(parsed) : parsed, wish, end: readChars })
      }
      if (held.length + missing > 0) wait()
    },
    async stop(): Promise<void> {
      keep(held.length)
      tellMissing()
      await open?.file.close()
    },
    /** Null if no access log is configured. */
    last(count: number, shown: Shown): AccessRow[] | null {
      if (!asked()) return null
      const outbounds = asBlocks(templateSections(template()).outbounds)
      const tagsOf = (protocol: string) =>
        new Set(outbounds.filter((o) => o.protocol === protocol).map((o) => textAt(o, 'tag')))
      const tags = { directTags: tagsOf('freedom'), blockedTags: tagsOf('blackhole') }
      return accessRows(ring.last(), count, { ...shown, ...tags })
    },
  }
}

export type KeptAccess = ReturnType<typeof createKeptAccess>
