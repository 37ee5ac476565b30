import type { Block } from '#contract/inbound.ts'
import { asBlocks } from '#domain/core-config/json.ts'
import { keptAccessLog } from '#domain/core-config/log-section.ts'
import { templateSections } from '#domain/core-config/sections.ts'
import { textAt } from '#domain/inbounds/stream.ts'
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
}

interface Deps {
  /** The stored text, as cheap to ask as a variable: it tells whether anything changed. */
  templateText: () => string
  template: () => Block
  logFolder: string
  size?: number
}

/** The last access lines, kept only while the template's `log.access` asks for them (decision 32). */
export function createKeptAccess({ templateText, template, logFolder, size = KEPT_ROWS }: Deps): KeptAccess {
  const ring = createRing<LogLine>(size)
  let seen: string | undefined
  let kept: { maskAddress: string } | undefined

  function asked() {
    const text = templateText()
    if (text !== seen) {
      seen = text
      kept = keptAccessLog(templateSections(template()).log, logFolder)
      if (!kept) ring.clear() // the operator took the wish back: what was kept goes too
    }
    return kept
  }

  return {
    onLine(_line, parsed) {
      if (parsed.kind !== 'access') return
      const wish = asked()
      if (wish) ring.push(maskedLine(parsed, wish.maskAddress))
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
