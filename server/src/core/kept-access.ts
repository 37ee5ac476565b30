import type { Block } from '#contract/inbound.ts'
import { asBlocks } from '#domain/core-config/json.ts'
import { keptAccessLog } from '#domain/core-config/log-section.ts'
import { templateSections } from '#domain/core-config/sections.ts'
import { textAt } from '#domain/inbounds/stream.ts'
import type { Log } from '../log.ts'
import { type AccessFile, openAccessFile } from './access-file.ts'
import { type AccessFilter, type AccessRow, accessRows } from './access-log.ts'
import { maskedLine } from './access-mask.ts'
import type { LogLine } from './log-line.ts'
import { createRing } from './ring.ts'

const KEPT_ROWS = 10_000

export type Shown = Omit<AccessFilter, 'directTags' | 'blockedTags'>

export interface KeptAccess {
  onLine(line: string, parsed: LogLine): void
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
  size?: number
}

/** Access lines, in memory for the page and in the file that was named, only while `log.access` asks (decision 32). */
export function createKeptAccess(deps: Deps): KeptAccess {
  const { templateText, template, logFolder, log, size = KEPT_ROWS } = deps
  const ring = createRing<LogLine>(size)
  let seen: string | undefined
  let kept: { file: string; maskAddress: string } | undefined
  let open: { name: string; file: AccessFile } | undefined

  function asked() {
    const text = templateText()
    if (text !== seen) {
      seen = text
      kept = keptAccessLog(templateSections(template()).log, logFolder)
      if (!kept) ring.clear() // the operator took the wish back: what was kept goes too
      if (open && open.name !== kept?.file) {
        void open.file.close()
        open = undefined
      }
    }
    return kept
  }

  return {
    onLine(_line, parsed) {
      if (parsed.kind !== 'access') return
      const wish = asked()
      if (!wish) return
      const shown = maskedLine(parsed, wish.maskAddress)
      ring.push(shown)
      open ??= { name: wish.file, file: openAccessFile(wish.file, log) }
      open.file.write(`${shown.time} ${shown.text}`)
    },
    stop: async () => open?.file.close(),
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
