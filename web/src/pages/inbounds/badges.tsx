import type { Inbound } from '#contract/inbound.ts'
import { streamWords } from './inbound-view.ts'
import styles from './inbounds.module.css'

/** Protocol, transport and security of an inbound. */
export function Badges({ inbound }: { inbound: Pick<Inbound, 'protocol' | 'streamSettings'> }) {
  return (
    <span className={styles.badges} dir="ltr">
      <span className={styles.badge} data-kind="protocol">
        {inbound.protocol}
      </span>
      {streamWords(inbound).map((word) => (
        <span key={word} className={styles.badge} data-kind={word}>
          {word}
        </span>
      ))}
    </span>
  )
}
