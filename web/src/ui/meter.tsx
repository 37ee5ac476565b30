import styles from './meter.module.css'

interface Props {
  share: number
  label: string
  /** It shows progress: a full bar is good. */
  isProgress?: boolean
}

/** A share as a bar; the figures beside it say the same in text. */
export function Meter({ share, label, isProgress = false }: Props) {
  const percent = Math.max(0, Math.min(100, share * 100))
  const tone = isProgress || percent < 85 ? 'calm' : percent >= 100 ? 'bad' : 'warn'
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      className={styles.track}
    >
      <div className={styles.fill} data-tone={tone} style={{ inlineSize: `${percent}%` }} />
    </div>
  )
}
