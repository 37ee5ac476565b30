import type { ReactNode } from 'react'
import styles from './tile.module.css'

interface Props {
  label: string
  value: string
  detail: string
  /** 0 to 100: a bar that changes colour as it fills. */
  share?: number
  /** Drawn behind the figures. */
  behind?: ReactNode
}

const toneOf = (share: number) => (share >= 90 ? 'bad' : share >= 75 ? 'warn' : 'calm')

export function Tile({ label, value, detail, share, behind }: Props) {
  return (
    <section className={styles.tile} aria-label={label}>
      <h2 className={styles.label}>{label}</h2>
      <p className={styles.value}>{value}</p>
      <p className={styles.detail}>{detail}</p>
      {share !== undefined && (
        <div className={styles.track} data-tone={toneOf(share)}>
          <div className={styles.fill} style={{ inlineSize: `${Math.min(100, Math.max(0, share))}%` }} />
        </div>
      )}
      {behind && <div className={styles.behind}>{behind}</div>}
    </section>
  )
}
