import type { ClientSlim } from '#contract/client-bodies.ts'
import type { Status } from '#contract/status.ts'
import styles from './home-page.module.css'
import { MachineTiles } from './machine-tiles.tsx'
import { ServersStrip } from './servers-strip.tsx'
import { ThroughputCard } from './throughput-card.tsx'
import { TopClients } from './top-clients.tsx'

/** What is below the first screen, in its own chunk. */
export function HomeBelow({
  status,
  heaviest,
}: {
  status: Status
  heaviest: readonly ClientSlim[] | undefined
}) {
  return (
    <>
      <ServersStrip />
      <div className={styles.columns}>
        <ThroughputCard status={status} />
        <TopClients heaviest={heaviest} />
      </div>
      <MachineTiles status={status} />
    </>
  )
}
