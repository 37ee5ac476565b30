import { Button, SegmentedControl } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { Inbound } from '#contract/inbound.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useUrlChoice } from '../../../router/use-url-state.ts'
import { PauseIcon, PlayIcon } from '../../../ui/icons.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Findings } from './findings.tsx'
import { Picture } from './picture.tsx'
import { TopologyList } from './topology-list.tsx'
import styles from './topology-view.module.css'
import { useTopology } from './use-topology.ts'

/** Below this width only the list fits. */
const WORDS_BELOW = 700

const forms = ['picture', 'words'] as const
type Form = (typeof forms)[number]

/** `?view=topology`, and `&as=words` for the list. */
export function TopologyView({ all }: { all: readonly Inbound[] }) {
  const { t } = useTranslation()
  const [form, setForm] = useUrlChoice('as', forms)
  const { ref, width } = useElementSize()
  const { scene, isPaused, pause, resume, missing } = useTopology(all)
  const inboundOf = (id: number) => all.find((inbound) => inbound.id === id)
  const isNarrow = width > 0 && width < WORDS_BELOW
  const inWords = isNarrow || form === 'words'
  return (
    <div ref={ref} data-topology>
      <div className={styles.bar}>
        <p className={styles.about}>
          {t(isPaused ? 'topology.paused' : inWords ? 'topology.aboutWords' : 'topology.about')}
        </p>
        {!isNarrow && (
          <SegmentedControl
            size="sm"
            radius="md"
            aria-label={t('topology.form')}
            data={[
              { value: 'picture', label: t('topology.picture') },
              { value: 'words', label: t('topology.words') },
            ]}
            value={form}
            // The control returns one of its values.
            onChange={(value) => setForm(value as Form)}
          />
        )}
        <Button
          variant="default"
          disabled={!scene}
          leftSection={isPaused ? <PlayIcon size={16} /> : <PauseIcon size={16} />}
          onClick={isPaused ? resume : pause}
        >
          {t(isPaused ? 'topology.resume' : 'topology.pause')}
        </Button>
      </div>
      {scene ? (
        <>
          <Findings topology={scene.topology} />
          {inWords ? (
            <TopologyList scene={scene} inboundOf={inboundOf} />
          ) : (
            width > 0 && <Picture scene={scene} inboundOf={inboundOf} isPaused={isPaused} />
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
