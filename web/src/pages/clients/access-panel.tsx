import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { linkName, protocolOf, subscriptionsOf } from './access.ts'
import { Codes } from './access-codes.tsx'
import styles from './access-panel.module.css'
import { PersonalPage } from './personal-page.tsx'
import { SubLocalOnly } from './sub-local-only.tsx'

/**
 * What a person gets: the subscription as a personal page, or single links. The subscription comes first, unless nobody
 * can reach it.
 */
export function AccessPanel({ email }: { email: string }) {
  const { t } = useTranslation()
  const { api } = useServices()
  const params = { email }
  // Not cached: links depend on the inbounds and settings.
  const links = useQuery({ ...replyOf(api, endpoints.clients.links, { params }), staleTime: 0 })
  const client = useQuery(replyOf(api, endpoints.clients.get, { params }))
  const settings = useQuery(replyOf(api, endpoints.setting.defaultSettings))
  const [chosen, setChosen] = useState<'links' | 'sub'>()
  const subId = client.data?.client.subId ?? ''
  const [page, ...others] = settings.data ? subscriptionsOf(subId, settings.data) : []
  const isLocalOnly = page?.isLocal ?? false
  const form = page === undefined ? 'links' : (chosen ?? (isLocalOnly ? 'links' : 'sub'))
  if (client.isPending) return <Loaded query={client}>{() => null}</Loaded>
  if (settings.isPending) return <Loaded query={settings}>{() => null}</Loaded>

  return (
    <Loaded query={links}>
      {(found) => (
        <div className={styles.panel}>
          {page && (
            <SegmentedControl
              fullWidth
              value={form}
              onChange={(value) => setChosen(value === 'sub' ? 'sub' : 'links')}
              data={[
                { value: 'sub', label: t('access.subscription') },
                { value: 'links', label: t('access.links') },
              ]}
              aria-label={t('access.what')}
            />
          )}
          {page && isLocalOnly && <SubLocalOnly />}
          {form === 'sub' && page && (
            <PersonalPage
              email={email}
              address={page.url}
              others={others.filter(({ isLocal }) => isLocal === isLocalOnly)}
            />
          )}
          {form === 'links' && found.length === 0 && (
            <EmptyState icon={LinkIcon} title={t('access.noneTitle')} text={t('access.noneText')} />
          )}
          {form === 'links' && found.length > 0 && (
            <Codes
              email={email}
              items={found.map((link) => ({ name: linkName(link), kind: protocolOf(link), text: link }))}
              address={isLocalOnly ? undefined : page?.url}
            />
          )}
        </div>
      )}
    </Loaded>
  )
}
