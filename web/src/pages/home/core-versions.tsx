import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { CoreJob } from '#contract/core-preflight.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Failed, Loaded } from '../../ui/states.tsx'
import { BroughtCore } from './brought-core.tsx'
import { EndedJob, RunningJob, useNameOf } from './core-job.tsx'
import styles from './core-versions.module.css'
import { isRunning, useCoreJob, useStartCoreJob } from './use-core-job.ts'

const sources = ['release', 'file', 'mirror'] as const
type Source = (typeof sources)[number]
const sourceKeys = {
  release: 'coreUpdate.fromRelease',
  file: 'coreUpdate.fromFile',
  mirror: 'coreUpdate.fromMirror',
} as const

/**
 * Another core, from the official releases, a file or a mirror; it is installed once its hash is confirmed. The work goes on
 * without this page, and every browser sees it.
 */
export function CoreVersions({ onDone }: { onDone: () => void }) {
  const { t, toasts } = useApp()
  const nameOf = useNameOf()
  const installed = useCallback(
    (job: CoreJob) => {
      toasts.show({ tone: 'good', text: t('coreUpdate.installed', { name: nameOf(job) }) })
      onDone()
    },
    [t, toasts, nameOf, onDone],
  )
  const state = useCoreJob(installed)
  return (
    <div className="stack16 breakAnywhere">
      <Loaded query={state} rows={2}>
        {(job) =>
          job && isRunning(job) ? (
            <RunningJob job={job} isLost={state.failureCount > 0} />
          ) : (
            <>
              {job && <EndedJob job={job} />}
              <Choice key={job?.id ?? ''} job={job} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

/** Where the last one came from is shown first. */
const sourceOf = (job: CoreJob | null): Source =>
  job?.what === 'mirror' ? 'mirror' : job?.target === 'file' ? 'file' : 'release'

function Choice({ job }: { job: CoreJob | null }) {
  const { t } = useApp()
  const [source, setSource] = useState<Source>(sourceOf(job))
  return (
    <>
      {job && <h3>{t('coreJob.another')}</h3>}
      <SegmentedControl
        aria-label={t('coreUpdate.source')}
        className="atStart"
        value={source}
        onChange={(value) => setSource(sources.find((one) => one === value) ?? 'release')}
        data={sources.map((value) => ({ value, label: t(sourceKeys[value]) }))}
      />
      {source === 'release' ? (
        <Releases />
      ) : (
        <BroughtCore key={source} from={source} fetched={source === 'mirror' ? job?.file : undefined}>
          {({ name, sha256 }) => (
            <Confirm
              key={sha256}
              candidate={{ at: 'file', asset: name, sha256, known: false, page: undefined }}
            />
          )}
        </BroughtCore>
      )}
    </>
  )
}

function Releases() {
  const { t } = useApp()
  const [chosen, setChosen] = useState('')
  const list = useReply(endpoints.core.versions)
  return (
    <>
      <Loaded query={list} rows={1}>
        {(versions) => (
          <NativeSelect
            label={t('coreUpdate.release')}
            value={chosen}
            data={[{ value: '', label: t('coreUpdate.choose') }, ...versions]}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )}
      </Loaded>
      {chosen && <Release key={chosen} version={chosen} />}
    </>
  )
}

function Release({ version }: { version: string }) {
  const release = useReply(endpoints.core.release, { params: { version } })
  return (
    <Loaded query={release}>
      {(found) => <Confirm candidate={{ ...found, at: `v${found.version}` }} />}
    </Loaded>
  )
}

interface Candidate {
  /** A version, or `file` for the file with this hash. */
  at: string
  /** Name of the archive. */
  asset: string
  sha256: string
  /** The panel knows the hash by itself. */
  known: boolean
  /** Where the release names its hash; a file has none. */
  page: string | undefined
}

/** The hash to compare, and the start of the pre-flight. */
function Confirm({ candidate }: { candidate: Candidate }) {
  const { t } = useApp()
  const { asset, sha256, known, page } = candidate
  const { trial } = useStartCoreJob()
  return (
    <>
      <p>{t(hashKey(candidate), { asset })}</p>
      <p className={styles.hash}>
        <code dir="ltr">{sha256}</code>
        <CopyButton text={sha256} what="SHA-256" />
      </p>
      {!known && page === undefined && <p>{t('coreUpdate.compareFile')}</p>}
      {!known && page !== undefined && (
        <p>
          {t('coreUpdate.compare')}{' '}
          <a href={page} target="_blank" rel="noreferrer" dir="ltr">
            {page}
          </a>
        </p>
      )}
      {trial.error && <Failed error={trial.error} title={t('preflight.notRun')} />}
      <p>{t('preflight.hint')}</p>
      <Button
        label={known ? t('preflight.try') : t('preflight.tryConfirmed')}
        primary
        className="atStart"
        loading={trial.isPending}
        onClick={() =>
          trial.mutate({ params: { version: candidate.at }, body: { what: 'preflight', sha256 } })
        }
      />
    </>
  )
}

function hashKey({ known, page }: Candidate) {
  if (known) return 'coreUpdate.hashKnown'
  return page === undefined ? 'coreUpdate.hashFile' : 'coreUpdate.hashNamed'
}
