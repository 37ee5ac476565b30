import type { AuditEntry } from '#contract/audit-api.ts'
import { ChangeLines } from './change-lines.tsx'
import { linesOf } from './readable.ts'
import { headlineOf, nameOf, sentenceOf } from './sentence.ts'
import { useReading } from './use-reading.ts'
import { isolated } from './values.ts'

/** An entry as text: its sentence, and the lines that the sentence does not say. */
export function ActText({ entry }: { entry: AuditEntry }) {
  const reading = useReading()
  const name = isolated(nameOf(reading, entry))
  const lines = linesOf(reading, entry)
  const headline = headlineOf(reading, entry, lines, name)
  return (
    <>
      <div>{headline ?? sentenceOf(reading, entry, name)}</div>
      {headline === undefined && <ChangeLines lines={lines} />}
    </>
  )
}
