import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { endpoints } from '../../api/endpoints.ts'
import { keyOf } from '../../api/queries.ts'
import { useReply } from '../../api/use-reply.ts'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import layout from '../../ui/layout.module.css'
import { Loaded } from '../../ui/loaded.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import styles from './client-drawer.module.css'

const IpRefusals = lazyWithWords(() => import('./client-hwids.tsx'), 'IpRefusals', 'policies')
const ClientHwids = lazyWithWords(() => import('./client-hwids.tsx'), 'ClientHwids', 'devices')

/** Current connections, and the addresses the client used before. */
export function ClientDevices({ email }: { email: string }) {
  const { t, measures } = useTranslation()
  const { api, questions } = useServices()
  const queries = useQueryClient()
  const now = useMinute()
  const params = { email }
  const sessions = useReply(endpoints.connections.list, { params, staleTime: 0, refetchInterval: 5_000 })
  const ips = useReply(endpoints.clients.ips, { params, staleTime: 0 })

  async function clear() {
    if (!(await questions.ask({ title: t('devices.clearTitle', { email }), verb: t('devices.clear') })))
      return
    await api.call(endpoints.clients.clearIps, { params })
    await queries.invalidateQueries({ queryKey: keyOf(endpoints.clients.ips, { params }) })
  }

  return (
    <>
      <Suspense>
        <ClientHwids email={email} />
      </Suspense>
      <Suspense>
        <IpRefusals email={email} />
      </Suspense>
      <h3 className={styles.section}>{t('devices.now')}</h3>
      <Loaded query={sessions} rows={1} failed={<p className={layout.dim}>{t('devices.noSessions')}</p>}>
        {(list) =>
          list.length === 0 ? (
            <p className={layout.dim}>{t('devices.nobody')}</p>
          ) : (
            <ul className={layout.list}>
              {list.map(({ peer, inbound, since, rtt }) => (
                <li key={`${peer} ${inbound} ${since}`} className={styles.row}>
                  <bdi dir="ltr">{peer}</bdi>
                  <span className={layout.dim}>
                    <bdi>{inbound}</bdi> · {measures.fromNow(since, now)}
                    {rtt !== undefined && ` · ${measures.count(Math.round(rtt / 1000))} ms`}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <h3 className={styles.section}>{t('devices.before')}</h3>
      <Loaded query={ips} rows={1}>
        {(list) =>
          list === 'No IP Record' || list.length === 0 ? (
            <p className={layout.dim}>{t('devices.none')}</p>
          ) : (
            <>
              <ul className={layout.list}>
                {list.map((line) => {
                  const [, ip = line, when = ''] = /^(\S+) \((.+)\)$/.exec(line) ?? []
                  return (
                    <li key={line} className={styles.row}>
                      <bdi dir="ltr">{ip}</bdi>
                      <bdi className={layout.dim} dir="ltr">
                        {when}
                      </bdi>
                    </li>
                  )
                })}
              </ul>
              <Button variant="default" mt="md" size="sm" onClick={clear}>
                {t('devices.clear')}
              </Button>
            </>
          )
        }
      </Loaded>
    </>
  )
}
