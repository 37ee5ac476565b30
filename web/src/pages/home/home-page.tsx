import { Alert, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { routes } from '../../routes.tsx'
import { useServices } from '../../services.tsx'
import { Page } from '../../ui/page.tsx'
import { sayError } from '../../ui/say-error.ts'
import { CoreCard } from './core-card.tsx'
import styles from './home-page.module.css'
import { MachineTiles } from './machine-tiles.tsx'
import { ThroughputCard } from './throughput-card.tsx'

/** The live picture. It is asked for once; from then on the hub sends every sample. */
export function HomePage() {
  const { t, measures } = useTranslation()
  const { api, place } = useServices()
  const { data: status, error, refetch } = useQuery(replyOf(api, endpoints.status))

  const setup = useQuery(replyOf(api, endpoints.setupState))
  const fresh = setup.data?.open === true
  useEffect(() => {
    if (fresh) place.go(routes.setup.path, 'replace') // an empty panel has nothing to show yet
  }, [fresh, place])

  return (
    <Page
      title={t('home.title')}
      about={
        status && (
          <>
            {t('shell.version', { version: status.panelVersion })} ·{' '}
            {t('home.up', { time: measures.duration(status.uptime) })}
          </>
        )
      }
    >
      {error && !status && (
        <Alert color="red" role="alert" title={t('home.failed')} mb="md">
          <p>{sayError(t, error)}</p>
          <Button size="xs" mt="sm" onClick={() => refetch()}>
            {t('error.retry')}
          </Button>
        </Alert>
      )}
      {status && (
        <div className={styles.grid}>
          <CoreCard core={status.xray} />
          <MachineTiles status={status} />
          <ThroughputCard status={status} />
        </div>
      )}
      {!status && !error && <Skeleton height={420} radius="lg" />}
    </Page>
  )
}
