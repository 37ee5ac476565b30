import { useState } from 'react'
import type { MoveInFinding } from '#contract/move-in-api.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useSayCoded } from '../../ui/say-error.ts'
import { carded, type SaidOnce, saidOnce } from './findings.ts'
import page from './move-in.module.css'
import { Part } from './part.tsx'
import styles from './plan.module.css'

/** So many lines, and so many names in a line, are shown at first. */
const MOST_LINES = 6
const MOST_NAMES = 8

interface Props {
  findings: readonly MoveInFinding[]
  /** There may be more than were sent. */
  total: number
}

/** What cannot come and why, what was repaired and how, what is good to know. */
export function PlanFindings({ findings, total }: Props) {
  const { t } = useTranslation()
  const say = useSayCoded(findings[0]?.saidCoded)
  const rest = total - findings.length
  return (
    <>
      {carded.map((kind) => {
        const lines = saidOnce(findings, kind, ({ saidCoded, said }) => say(saidCoded, said))
        if (lines.length === 0) return null
        return (
          <Part key={kind} title={t(`moveIn.find.${kind}`)} data-tone={kind}>
            <FindingLines lines={lines} />
          </Part>
        )
      })}
      {rest > 0 && <p className={page.dim}>{t('moveIn.findRest', { count: rest })}</p>}
    </>
  )
}

/** The first few; the rest is a click away. */
export function FindingLines({ lines }: { lines: readonly SaidOnce[] }) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  return (
    <>
      <ul className={styles.findings}>
        {lines.slice(0, all ? lines.length : MOST_LINES).map((line) => (
          <Line key={line.text} {...line} />
        ))}
      </ul>
      {!all && lines.length > MOST_LINES && (
        <button type="button" className={styles.unfold} onClick={() => setAll(true)}>
          {t('moveIn.findAll', { count: lines.length })}
        </button>
      )}
    </>
  )
}

function Line({ text, subjects }: SaidOnce) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const shown = all ? subjects : subjects.slice(0, MOST_NAMES)
  const hidden = subjects.length - shown.length
  return (
    <li>
      <p dir="auto">{text}</p>
      {subjects.length > 0 && (
        <p className={styles.subjects}>
          {shown.map((subject) => (
            <bdi key={subject}>{subject}</bdi>
          ))}
          {hidden > 0 && (
            <button type="button" className={styles.unfold} onClick={() => setAll(true)}>
              {t('moveIn.namesMore', { count: hidden })}
            </button>
          )}
        </p>
      )}
    </li>
  )
}
