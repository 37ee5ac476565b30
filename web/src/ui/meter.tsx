import styles from './meter.module.css'

/** A share as a bar; the figures beside it say the same in text. */
export function Meter({ share, label }: { share: number; label: string }) {
  const percent = Math.max(0, Math.min(100, share * 100))
  const tone = percent >= 100 ? 'bad' : percent >= 85 ? 'warn' : 'calm'
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
