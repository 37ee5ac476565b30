import type { AuditEntry } from '#contract/audit-api.ts'
import styles from './activity.module.css'
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

/** What an entry changed, a line for each field. */
export function ChangeLines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
