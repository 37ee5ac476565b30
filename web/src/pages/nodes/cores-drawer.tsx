import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { NodeCores, PlannedNode, UpdatedNode } from '#contract/node-cores-api.ts'
import { endpoints, useCall, useReply } from '../../api/endpoints.ts'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useSayCoded } from '../../ui/say-error.ts'
import { CallError, Loaded } from '../../ui/states.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { Losses } from './losses.tsx'
import styles from './nodes.module.css'
import { useRefreshNodes } from './use-node-actions.tsx'

const EVERY_MS = 2_000

/** Another version of the core for the nodes: the update that runs, or a plan for the next one. */
export function CoresOfNodes() {
  const { t } = useApp()
  const state = useReply(endpoints.nodeCores.state, {
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.endedAt === 0 ? EVERY_MS : false),
  })
  return (
    <div className="stack16 breakAnywhere">
      <p>{t('nodeCores.intro')}</p>
      <Loaded query={state} rows={2}>
        {(update) => (
          <>
            {update && <Update update={update} />}
            {update?.endedAt !== 0 && <Next />}
          </>
        )}
      </Loaded>
    </div>
  )
}

function Update({ update }: { update: NodeCores }) {
  const { t, measures } = useApp()
  const now = useMinute()
  const refresh = useRefreshNodes()
  const stop = useCall(endpoints.nodeCores.stop, { onSuccess: refresh })
  const { version, beganAt, endedAt, stopping, nodes } = update
  const isRunning = endedAt === 0
  return (
    <section className="stack8" aria-label={t('nodeCores.title')}>
      <h3>
        {isRunning
          ? t('nodeCores.going', { version, when: measures.fromNow(beganAt, now) })
          : t('nodeCores.last', { version, when: measures.fromNow(endedAt, now) })}
      </h3>
      <Rows rows={nodes} version={version} />
      {isRunning && stopping && <p className="dim88">{t('nodeCores.stopping')}</p>}
      {isRunning && !stopping && <Button label={t('nodeCores.stop')} className="atStart" call={stop} />}
      {stop.error && <CallError error={stop.error} />}
    </section>
  )
}

function Next() {
  const { t } = useApp()
  const [version, setVersion] = useState('')
  const list = useReply(endpoints.core.versions)
  return (
    <>
      <Loaded query={list} rows={1}>
        {(versions) => (
          <NativeSelect
            label={t('nodeCores.version')}
            value={version}
            data={[{ value: '', label: t('nodeCores.choose') }, ...versions]}
            onChange={(event) => setVersion(event.currentTarget.value)}
          />
        )}
      </Loaded>
      {version && <Plan key={version} version={version} />}
    </>
  )
}

function Plan({ version }: { version: string }) {
  const plan = useReply(endpoints.nodeCores.plan, { params: { version }, staleTime: 0, gcTime: 0 })
  return (
    <Loaded query={plan} rows={3}>
      {(nodes) => <Planned nodes={nodes} version={version.replace(/^v/, '')} />}
    </Loaded>
  )
}

function Planned({ nodes, version }: { nodes: readonly PlannedNode[]; version: string }) {
  const { t, questions } = useApp()
  const refresh = useRefreshNodes()
  const start = useCall(endpoints.nodeCores.start, { onSuccess: refresh })
  const ready = nodes.filter(({ state }) => state === 'ready')
  const unknown = ready.filter(({ known }) => !known)
  const force = ready.some(({ losses }) => losses.some(({ blocks }) => blocks))
  const archives = [...new Map(unknown.map(({ asset, sha256 }) => [sha256, asset]))]
  async function ask() {
    const text = force ? `${t('nodeCores.loses')} ${t('nodeCores.sureText')}` : t('nodeCores.sureText')
    const question = { title: t('nodeCores.sureTitle', { version }), text }
    const verb = t('nodeCores.start', { count: ready.length })
    if (!(await questions.ask({ ...question, verb }))) return
    const ids = ready.map(({ id }) => id)
    start.mutate({ body: { version, ids, sha256: archives.map(([sha256]) => sha256), force } })
  }
  return (
    <>
      <Rows rows={nodes} version={version} />
      {archives.length > 0 && <p>{t('nodeCores.compare')}</p>}
      {archives.map(([sha256, asset]) => (
        <p key={sha256} className="wrap8">
          <span dir="ltr">{asset}</span>
          <code dir="ltr">{sha256}</code>
          <CopyButton text={sha256} what="SHA-256" />
        </p>
      ))}
      {start.error && <CallError error={start.error} />}
      {ready.length === 0 ? (
        <p className="dim88">{t('nodeCores.none')}</p>
      ) : (
        <Button
          label={t('nodeCores.start', { count: ready.length })}
          primary
          className="atStart"
          loading={start.isPending}
          onClick={() => void ask()}
        />
      )}
    </>
  )
}

const tones = {
  running: 'none',
  done: 'good',
  there: 'good',
  ready: 'good',
  failed: 'bad',
  unable: 'warn',
} as const
const toneOf = (state: Row['state']) => (state in tones ? tones[state as keyof typeof tones] : 'none')

type Row = UpdatedNode | PlannedNode

function Rows({ rows, version }: { rows: readonly Row[]; version: string }) {
  const { t } = useApp()
  const say = useSayCoded(rows.find(({ reasonCoded }) => reasonCoded)?.reasonCoded)
  return (
    <ul className={styles.waiting}>
      {rows.map((row) => (
        <li key={row.id}>
          <bdi>{row.name}</bdi>
          <span className="dim88" dir="ltr">
            {row.from === version ? version : `${row.from} → ${version}`}
          </span>
          <StatusWord tone={toneOf(row.state)} word={t(`nodeCores.state.${row.state}`)} />
          {row.reason && (
            <p className={styles.said} dir="auto">
              {say(row.reasonCoded, row.reason)}
            </p>
          )}
          {'losses' in row && <Losses losses={row.losses} />}
        </li>
      ))}
    </ul>
  )
}
