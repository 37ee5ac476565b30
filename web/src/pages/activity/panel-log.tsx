import { keepPreviousData } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { pathFor } from '../../api/remote.ts'
import { ChoiceChips } from '../../forms/choice-chips.tsx'
import { useUrlChoice, useUrlState } from '../../router/use-url-state.ts'
import { useApp } from '../../services.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { DownloadIcon, SearchIcon } from '../../ui/icons.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import styles from './activity.module.css'
import { keyed, logLine, piecesOf } from './log-line.ts'
import { LogTools } from './log-tools.tsx'

const LINES = 500
/** Log lines are not pushed: "follow" polls, and only while the page is visible. */
export const FOLLOW_MS = 2_000
const levels = ['info', 'debug', 'warning', 'error'] as const

export function PanelLog() {
  const { t, base } = useApp()
  const [level, setLevel] = useUrlChoice('level', levels)
  const [text, setText] = useUrlState('text')
  const [follow, setFollow] = useState(true)
  const log = useReply(endpoints.core.panelLogs, {
    params: { count: LINES },
    body: { level },
    staleTime: 0,
    refetchInterval: follow && FOLLOW_MS,
    placeholderData: keepPreviousData,
  })
  const low = text.trim().toLowerCase()
  const lines = (log.data ?? []).filter((line) => line.toLowerCase().includes(low))
  return (
    <>
      <div className={styles.tools}>
        <ChoiceChips
          name="level"
          legend={t('log.level')}
          value={level}
          onChange={setLevel}
          options={(['debug', 'info', 'warning', 'error'] as const).map((value) => ({
            value,
            label: t(`log.${value}`),
          }))}
        />
        <LogTools text={text} onText={setText} follow={follow} onFollow={setFollow} />
        <Button
          label={t('log.save')}
          icon={DownloadIcon}
          onClick={() => saveFile('panel.log', lines.join('\n'), 'text/plain')}
        />
        <ButtonLink
          label={t('log.download')}
          icon={DownloadIcon}
          href={base + pathFor(endpoints.health.downloadLog, {})}
          download
        />
      </div>
      <Loaded query={log} rows={8}>
        {() => <Lines lines={lines} onOnly={setText} />}
      </Loaded>
    </>
  )
}

function Lines({ lines, onOnly }: { lines: readonly string[]; onOnly(text: string): void }) {
  const { t } = useApp()
  if (lines.length === 0)
    return <EmptyState icon={SearchIcon} title={t('log.noneTitle')} text={t('log.noneText')} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section className={styles.log} dir="ltr" aria-label={t('log.lines')} tabIndex={0}>
      {keyed(lines, (line) => line).map(({ key, row }) => {
        const { time, level, text } = logLine(row)
        return (
          <div key={key} className={styles.line} data-level={level || undefined}>
            {time && <span className={styles.time}>{time}</span>}
            {level && <span className={styles.level}>{level}</span>}
            <span dir="auto">
              <Pieces text={text} onOnly={onOnly} />
            </span>
          </div>
        )
      })}
    </section>
  )
}

/** Clicking an address or name in the line filters by it. */
function Pieces({ text, onOnly }: { text: string; onOnly(text: string): void }) {
  const { t } = useApp()
  return keyed(piecesOf(text), ({ text: piece }) => piece).map(({ key, row: piece }) =>
    piece.only ? (
      <button
        key={key}
        type="button"
        className={styles.inLine}
        aria-label={t('log.only', { what: piece.text })}
        onClick={() => onOnly(piece.text)}
      >
        {piece.text}
      </button>
    ) : (
      <Fragment key={key}>{piece.text}</Fragment>
    ),
  )
}
