import { useElementSize } from '@mantine/hooks'
import type { Inbound } from '#contract/inbound.ts'
import type { Topology } from '#domain/topology/graph.ts'
import { Segments } from '../../../forms/segments.tsx'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useUrlChoice } from '../../../router/use-url-state.ts'
import { Button } from '../../../ui/button.tsx'
import { AlertIcon, CheckIcon, PauseIcon, PlayIcon } from '../../../ui/icons.tsx'
import { Loaded } from '../../../ui/states.tsx'
import type { OnlineCounts } from '../inbound-view.ts'
import { BoxLink } from './box-link.tsx'
import { Diagram } from './diagram.tsx'
import { findingsOf } from './relations.ts'
import { targetOf } from './targets.ts'
import { TopologyList } from './topology-list.tsx'
import styles from './topology-view.module.css'
import { useTopology } from './use-topology.ts'
import { sayTrouble } from './words.ts'

/** Below this width only the list fits. */
const WORDS_BELOW = 700

/** `?view=topology`, and `&as=words` for the list. */
export function TopologyView({ all, online }: { all: readonly Inbound[]; online: OnlineCounts }) {
  const { t } = useTranslation()
  const [form, setForm] = useUrlChoice('as', ['picture', 'words'])
  const { ref, width } = useElementSize()
  const { scene, isPaused, pause, resume, missing } = useTopology(all)
  const isNarrow = width > 0 && width < WORDS_BELOW
  const inWords = isNarrow || form === 'words'
  return (
    <div ref={ref} data-topology>
      <div className={styles.bar}>
        <p className={styles.about}>
          {t(isPaused ? 'topology.paused' : inWords ? 'topology.aboutWords' : 'topology.about')}
        </p>
        {!isNarrow && (
          <Segments
            size="sm"
            radius="md"
            aria-label={t('topology.form')}
            words={{ picture: 'topology.picture', words: 'topology.words' }}
            value={form}
            onChange={setForm}
          />
        )}
        <Button
          label={t(isPaused ? 'topology.resume' : 'topology.pause')}
          disabled={!scene}
          icon={isPaused ? PlayIcon : PauseIcon}
          onClick={isPaused ? resume : pause}
        />
      </div>
      {scene ? (
        <>
          <Findings topology={scene.topology} />
          {inWords ? (
            <TopologyList scene={scene} />
          ) : (
            width > 0 && <Diagram scene={scene} isPaused={isPaused} online={online} />
          )}
        </>
      ) : (
        <Loaded query={missing} rows={8}>
          {() => null}
        </Loaded>
      )}
    </div>
  )
}

/** The problems in text, each with a link to where it is fixed. */
function Findings({ topology }: { topology: Topology }) {
  const { t } = useTranslation()
  const findings = findingsOf(topology)
  if (findings.length === 0)
    return (
      <p className={styles.sound}>
        <CheckIcon size={16} /> {t('topology.sound')}
      </p>
    )
  return (
    <section className={styles.findings} aria-label={t('topology.mend', { count: findings.length })}>
      <h2 className={styles.title}>
        <AlertIcon size={16} /> {t('topology.mend', { count: findings.length })}
      </h2>
      <ul>
        {findings.map(({ at, trouble }) => {
          // A stopped core cannot be fixed on this page.
          const node = trouble.why === 'coreDown' ? undefined : topology.nodes.find(({ id }) => id === at)
          const words = sayTrouble(t, trouble)
          return (
            <li key={at + trouble.why + trouble.name} data-finding={trouble.why}>
              {node && targetOf(node) ? (
                <BoxLink node={node} className={styles.finding}>
                  {words}
                </BoxLink>
              ) : (
                words
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
