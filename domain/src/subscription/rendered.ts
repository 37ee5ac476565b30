import type { Advertised } from '#domain/links/advertised.ts'
import { oneLine, wellFormed } from './text.ts'

/** An entry that a program cannot dial. */
export interface LeftEntry {
  remark: string
  reason: string
}

/** A subscription's body, and what its programs cannot do: told in the file where it takes comments, and on the info page. */
export interface Rendered {
  body: string
  leftOut: LeftEntry[]
}

/** A reason, or blank where the program can dial it. */
export type Cannot = (entry: Advertised) => string

export interface Sorted {
  fit: Advertised[]
  leftOut: LeftEntry[]
}

/** Dead entries are worse than absent ones (real-apps 13). `formats` are this format's names in `excludeFrom`. */
export function sortOut(entries: readonly Advertised[], formats: readonly string[], cannot: Cannot): Sorted {
  const sorted: Sorted = { fit: [], leftOut: [] }
  for (const entry of entries) {
    if (entry.extras.excludeFrom.some((format) => formats.includes(format))) continue
    const reason = cannot(entry)
    if (reason) sorted.leftOut.push({ remark: oneLine(entry.remark), reason })
    else sorted.fit.push(entry)
  }
  return sorted
}

/** One name per entry, none twice and none that the program has for itself: either makes it refuse the whole file (real-apps 10). */
export function uniqueNames(entries: readonly Advertised[], reserved: readonly string[]): string[] {
  const taken = new Set(reserved)
  return entries.map((entry) => {
    const wanted = wellFormed(entry.remark) || entry.host
    let name = wanted
    for (let n = 2; taken.has(name); n++) name = `${wanted}-${n}`
    taken.add(name)
    return name
  })
}
