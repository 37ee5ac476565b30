import { useApp } from '../services.tsx'
import { useCell } from './cell.ts'
import { PauseIcon, PlayIcon } from './icons.tsx'
import styles from './live-chip.module.css'

/** Shows whether the figures are live, and pauses them. Has a word besides the colour (WCAG 1.4.1). */
export function LiveChip() {
  const { t, live } = useApp()
  const state = useCell(live.state)
  const paused = state === 'paused'
  const verb = t(paused ? 'live.resume' : 'live.pause')
  return (
    <button
      type="button"
      className={styles.chip}
      data-state={state}
      title={verb}
      onClick={() => (paused ? live.start() : live.pause())}
    >
      <span className={styles.dot} />
      <span role="status">{t(`live.${state}`)}</span>
      <span className={styles.verb}>
        {paused ? <PlayIcon size={14} /> : <PauseIcon size={14} />}
        <span className="visuallyHidden">{verb}</span>
      </span>
    </button>
  )
}
