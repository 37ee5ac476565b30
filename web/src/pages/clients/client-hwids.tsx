import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Device } from '#contract/devices-api.ts'
import { endpoints } from '../../api/endpoints.ts'
import { keyOf } from '../../api/queries.ts'
import { useReply } from '../../api/use-reply.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import layout from '../../ui/layout.module.css'
import { Loaded } from '../../ui/loaded.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import styles from './client-drawer.module.css'

/** Devices that fetched the subscription of a client that has a device limit, or a key for each device. */
export function ClientHwids({ email }: { email: string }) {
  const { t } = useTranslation()
  const { api, questions } = useServices()
  const queries = useQueryClient()
  const params = { email }
  const devices = useReply(endpoints.devices.list, { params, staleTime: 0 })

  async function done(call: Promise<unknown>) {
    await call
    await queries.invalidateQueries({ queryKey: keyOf(endpoints.devices.list, { params }) })
  }
  async function forget(id: number, device: string) {
    const title = t('device.forgetTitle', { device })
    if (await questions.ask({ title, verb: t('device.forget') }))
      await done(api.call(endpoints.devices.forget, { params: { email, id: String(id) } }))
  }
  async function revoke(id: number, device: string) {
    const title = t('device.revokeTitle', { device })
    if (await questions.ask({ title, verb: t('device.revoke') }))
      await done(api.call(endpoints.devices.revoke, { params: { email, id: String(id) } }))
  }
  async function forgetAll() {
    const title = t('device.forgetAllTitle', { email })
    if (await questions.ask({ title, verb: t('device.forgetAll') }))
      await done(api.call(endpoints.devices.forgetAll, { params }))
  }
  function setBlocked(device: number, blocked: boolean) {
    const about = { params: { email, id: String(device) } }
    return done(
      blocked ? api.call(endpoints.devices.block, about) : api.call(endpoints.devices.unblock, about),
    )
  }

  return (
    <>
      <h3 className={styles.section}>{t('device.title')}</h3>
      <Loaded query={devices} rows={1}>
        {(list) =>
          list.length === 0 ? (
            <p className={layout.dim}>{t('device.none')}</p>
          ) : (
            <>
              <ul className={layout.list}>
                {list.map((device) => (
                  <Row key={device.id} device={device} {...{ forget, revoke, setBlocked }} />
                ))}
              </ul>
              <Button variant="default" mt="md" size="sm" onClick={forgetAll}>
                {t('device.forgetAll')}
              </Button>
            </>
          )
        }
      </Loaded>
    </>
  )
}

interface RowProps {
  device: Device
  forget(id: number, name: string): void
  revoke(id: number, name: string): void
  setBlocked(id: number, blocked: boolean): void
}

function Row({ device, forget, revoke, setBlocked }: RowProps) {
  const { t, measures } = useTranslation()
  const now = useMinute()
  const { id, blocked, deviceModel, deviceOs, osVersion, userAgent, firstSeen, lastSeen } = device
  const { hasKey, up, down } = device
  const os = [deviceOs, osVersion].filter((part) => part !== '').join(' ')
  const name = deviceModel || os || t('device.unknown')
  const about = [deviceModel === '' ? '' : os, userAgent].filter((part) => part !== '')
  return (
    <li className={styles.row}>
      <div>
        <bdi>{name}</bdi> {blocked && <strong>{t('device.blocked')}</strong>}
        <div className={layout.dim}>
          <bdi>{about.join(' · ')}</bdi>
        </div>
        <div className={layout.dim} title={measures.moment(lastSeen)}>
          {t('device.last', { when: measures.fromNow(lastSeen, now) })} ·{' '}
          {t('device.first', { when: measures.fromNow(firstSeen, now) })}
        </div>
        {(hasKey || up + down > 0) && (
          <div className={layout.dim}>
            <bdi>↑ {measures.bytes(up)}</bdi> · <bdi>↓ {measures.bytes(down)}</bdi>
          </div>
        )}
      </div>
      <Group gap={8}>
        {hasKey && (
          <Button variant="default" size="compact-sm" onClick={() => revoke(id, name)}>
            {t('device.revoke')}
          </Button>
        )}
        <Button variant="default" size="compact-sm" onClick={() => setBlocked(id, !blocked)}>
          {blocked ? t('device.unblock') : t('device.block')}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => forget(id, name)}>
          {t('device.forget')}
        </Button>
      </Group>
    </li>
  )
}

/** What the IP limit of a client refused, and why. */
export function IpRefusals({ email }: { email: string }) {
  const { t, measures } = useTranslation()
  const now = useMinute()
  const refusals = useReply(endpoints.policies.refusals, { params: { email }, staleTime: 0 })
  return (
    <>
      <h3 className={styles.section}>{t('refused.title')}</h3>
      <Loaded query={refusals} rows={1}>
        {(list) =>
          list.length === 0 ? (
            <p className={layout.dim}>{t('refused.none')}</p>
          ) : (
            <ul className={layout.list}>
              {list.map(({ at, place, act, counted, limit }) => (
                <li key={`${at} ${place}`} className={styles.row}>
                  <bdi dir="ltr">{place}</bdi>
                  <span className={layout.dim}>
                    {t(act === 'slow' ? 'refused.slow' : 'refused.cut')} ·{' '}
                    {t(counted === 'network' ? 'refused.networks' : 'refused.addresses', { limit })} ·{' '}
                    {measures.fromNow(at, now)}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}
