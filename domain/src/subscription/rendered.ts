import type { Advertised } from '#domain/links/advertised.ts'
import { oneLine, wellFormed } from './text.ts'

export interface LeftEntry {
  remark: string
  reason: string
}

/** A subscription's body, and the entries left out: listed in the file if it allows comments. */
export interface Rendered {
  body: string
  leftOut: LeftEntry[]
}

/** A reason; blank if the program can dial it. */
export type Cannot = (entry: Advertised) => string

/** A dead entry is worse than an absent one. `formats` are this format's names in `excludeFrom`. */
export function sortOut(entries: readonly Advertised[], formats: readonly string[], cannot: Cannot) {
  const fit: Advertised[] = []
  const leftOut: LeftEntry[] = []
  for (const entry of entries) {
    if (entry.extras.excludeFrom.some((format) => formats.includes(format))) continue
    const reason = cannot(entry)
    if (reason) leftOut.push({ remark: oneLine(entry.remark), reason })
    else fit.push(entry)
  }
  return { fit, leftOut }
}

/** Unique names, none reserved: mihomo and sing-box refuse the whole file otherwise. */
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
