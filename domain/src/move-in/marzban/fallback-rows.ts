import type { Block } from '#contract/inbound.ts'
import { asBlocks } from '#domain/core-config/json.ts'
import { canHostFallbacks } from '#domain/inbounds/capabilities.ts'
import { isInner, isSocketPath, isWildcard, socketFile } from '#domain/inbounds/listen.ts'
import { textAt } from '#domain/inbounds/stream.ts'
import type { ArrivingFallback, ArrivingInbound } from '../arrival.ts'

const destOf = (row: Block): string =>
  typeof row.dest === 'string' || typeof row.dest === 'number' ? String(row.dest).trim() : ''

/** Whether a fallback to this address ends at this inbound. */
function isReached({ listen, port }: ArrivingInbound, dest: string): boolean {
  if (isSocketPath(dest)) return isSocketPath(listen) && socketFile(listen) === socketFile(dest)
  const [, host = '127.0.0.1', text] = /^(?:(.*):)?(\d{1,5})$/.exec(dest) ?? []
  if (text === undefined || Number(text) !== port) return false
  return (
    isWildcard(listen) ||
    listen === host.replace(/^\[(.*)\]$/, '$1') ||
    (isInner(listen) && host === 'localhost')
  )
}

/**
 * Fallbacks that lead from one inbound to another become rows, so that links of the second go through the first. An
 * inbound whose fallbacks lead elsewhere keeps them as they are written.
 */
export function fallbackRows(inbounds: readonly ArrivingInbound[]): {
  rows: ArrivingFallback[]
  masters: ReadonlySet<string>
} {
  const rows: ArrivingFallback[] = []
  const masters = new Set<string>()
  for (const master of inbounds) {
    const written = asBlocks(master.settings.fallbacks).filter((row) => destOf(row) !== '')
    if (written.length === 0 || !canHostFallbacks(master)) continue
    const found = written.map((row) => {
      const child = inbounds.find((other) => other !== master && isReached(other, destOf(row)))
      return {
        masterTag: master.tag,
        childTag: child?.tag ?? '',
        name: textAt(row, 'name'),
        alpn: textAt(row, 'alpn'),
        path: textAt(row, 'path'),
        xver: row.xver === 1 || row.xver === 2 ? row.xver : 0,
        dest: child ? '' : destOf(row),
      }
    })
    if (found.every(({ childTag }) => childTag === '')) continue
    rows.push(...found)
    masters.add(master.tag)
  }
  return { rows, masters }
}
