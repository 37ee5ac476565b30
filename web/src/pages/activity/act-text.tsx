import type { AuditEntry } from '#contract/audit-api.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { isolated } from '../../i18n/measures.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import styles from './activity.module.css'
import { linesOf } from './readable.ts'
import { headlineOf, nameOf, sentenceOf } from './sentence.ts'
import type { Reading } from './values.ts'

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

/** What entries are read with. An inbound is stored as its number; people know it by its name. */
export function useReading(): Reading {
  const { t, measures } = useTranslation()
  const { data = [] } = useReply(endpoints.inbounds.options)
  const inboundName = (id: number) => {
    const inbound = data.find((one) => one.id === id)
    return inbound && (inbound.remark || inbound.tag)
  }
  return { t, measures, inboundName }
}
