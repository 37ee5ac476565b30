import type { NodeLoss } from '#contract/node-cores-api.ts'
import { useSayCoded } from '../../ui/say-error.ts'
import styles from './nodes.module.css'

/** What inbounds on a node lose with a version of its core. */
export function Losses({ losses }: { losses: readonly NodeLoss[] }) {
  const say = useSayCoded(losses[0]?.coded)
  return losses.map(({ coded, text, blocks }) => (
    <p key={text} className={blocks ? styles.said : styles.loss} dir="auto">
      {say(coded, text)}
    </p>
  ))
}
