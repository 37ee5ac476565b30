import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ConfigVersion } from '#contract/core-api.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { replyOf } from '../../../api/queries.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useUrlState } from '../../../router/use-url-state.ts'
import { useServices } from '../../../services.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { ConfigChanges } from '../review/config-changes.tsx'
import styles from './versions.module.css'

/** `?from=3&to=7`; without them, the last change. */
export function VersionDiff({ versions }: { versions: readonly ConfigVersion[] }) {
  const { t, measures } = useTranslation()
  const [givenFrom, setFrom] = useUrlState('from')
  const [givenTo, setTo] = useUrlState('to')
  const ids = versions.map(({ id }) => id)
  const pick = (given: string, otherwise: number) => ids.find((id) => String(id) === given) ?? otherwise
  const to = pick(givenTo, ids[0] ?? 0)
  const from = pick(givenFrom, ids[ids.indexOf(to) + 1] ?? to)
  const data = versions.map(({ id, at }) => ({
    value: String(id),
    label: `${measures.count(id)} · ${measures.moment(at)}`,
  }))
  return (
    <section className={styles.diff} aria-labelledby="version-diff">
      <h2 id="version-diff" className={styles.title}>
        {t('versions.diff')}
      </h2>
      <div className={styles.pick}>
        <NativeSelect
          label={t('versions.from')}
          value={String(from)}
          onChange={(event) => setFrom(event.currentTarget.value)}
          data={data}
        />
        <NativeSelect
          label={t('versions.to')}
          value={String(to)}
          onChange={(event) => setTo(event.currentTarget.value)}
          data={data}
        />
      </div>
      <Difference from={from} to={to} />
    </section>
  )
}

function Difference({ from, to }: { from: number; to: number }) {
  const { api } = useServices()
  const diff = useQuery(replyOf(api, endpoints.core.configDiff, { query: { from, to } }))
  return (
    <Loaded query={diff} rows={3}>
      {(changes) => <ConfigChanges changes={changes} more={0} />}
    </Loaded>
  )
}
