import { Group } from '@mantine/core'
import type { Device } from '#contract/devices-api.ts'
import { endpoints, useCall, useRefresh, useReply } from '../../api/endpoints.ts'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadedList } from '../../ui/states.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import styles from './client-drawer.module.css'

const linesOf = (list: readonly string[] | 'No IP Record') => (list === 'No IP Record' ? [] : list)

/** Current connections, devices, refusals, and the addresses the client used before. */
export function ClientDevices({ email }: { email: string }) {
  const { t, measures, api, questions } = useApp()
  const now = useMinute()
  const params = { email }
  const sessions = useReply(endpoints.connections.list, { params, staleTime: 0, refetchInterval: 5_000 })
  const ips = useReply(endpoints.clients.ips, { params, staleTime: 0, select: linesOf })
  const refusals = useReply(endpoints.policies.refusals, { params, staleTime: 0 })
  const refresh = useRefresh(endpoints.clients.ips)

  async function clear() {
    if (!(await questions.ask({ title: t('devices.clearTitle', { email }), verb: t('devices.clear') })))
      return
    await api.call(endpoints.clients.clearIps, { params })
    await refresh()
  }

  return (
    <>
      <ClientHwids email={email} />
      <h3 className={styles.section}>{t('refused.title')}</h3>
      <LoadedList query={refusals} none={<p className="dim">{t('refused.none')}</p>}>
        {({ at, place, act, counted, limit }) => (
          <li key={`${at} ${place}`} className={styles.row}>
            <bdi dir="ltr">{place}</bdi>
            <span className="dim">
              {t(act === 'slow' ? 'refused.slow' : 'refused.cut')} ·{' '}
              {t(counted === 'network' ? 'refused.networks' : 'refused.addresses', { limit })} ·{' '}
              {measures.fromNow(at, now)}
            </span>
          </li>
        )}
      </LoadedList>
      <h3 className={styles.section}>{t('devices.now')}</h3>
      <LoadedList
        query={sessions}
        failed={<p className="dim">{t('devices.noSessions')}</p>}
        none={<p className="dim">{t('devices.nobody')}</p>}
      >
        {({ peer, inbound, since, rtt }) => (
          <li key={`${peer} ${inbound} ${since}`} className={styles.row}>
            <bdi dir="ltr">{peer}</bdi>
            <span className="dim">
              <bdi>{inbound}</bdi> · {measures.fromNow(since, now)}
              {rtt !== undefined && ` · ${measures.count(Math.round(rtt / 1000))} ms`}
            </span>
          </li>
        )}
      </LoadedList>
      <h3 className={styles.section}>{t('devices.before')}</h3>
      <LoadedList
        query={ips}
        none={<p className="dim">{t('devices.none')}</p>}
        after={<Button label={t('devices.clear')} mt="md" size="sm" onClick={clear} />}
      >
        {(line) => {
          const [, ip = line, when = ''] = /^(\S+) \((.+)\)$/.exec(line) ?? []
          return (
            <li key={line} className={styles.row}>
              <bdi dir="ltr">{ip}</bdi>
              <bdi className="dim" dir="ltr">
                {when}
              </bdi>
            </li>
          )
        }}
      </LoadedList>
    </>
  )
}

/** Devices that fetched the subscription of a client that has a device limit, or a key for each device. */
function ClientHwids({ email }: { email: string }) {
  const { t, questions } = useApp()
  const params = { email }
  const devices = useReply(endpoints.devices.list, { params, staleTime: 0 })
  const onSuccess = useRefresh(endpoints.devices.list)
  const forgetting = useCall(endpoints.devices.forgetAll, { onSuccess })
  async function forgetAll() {
    const title = t('device.forgetAllTitle', { email })
    if (await questions.ask({ title, verb: t('device.forgetAll') })) forgetting.mutate({ params })
  }
  return (
    <>
      <h3 className={styles.section}>{t('device.title')}</h3>
      <LoadedList
        query={devices}
        none={<p className="dim">{t('device.none')}</p>}
        after={<Button label={t('device.forgetAll')} mt="md" size="sm" onClick={forgetAll} />}
      >
        {(device) => <Row key={device.id} email={email} device={device} onSuccess={onSuccess} />}
      </LoadedList>
    </>
  )
}

function Row({ email, device, onSuccess }: { email: string; device: Device; onSuccess(): Promise<unknown> }) {
  const { t, measures, questions } = useApp()
  const now = useMinute()
  const { id, blocked, deviceModel, deviceOs, osVersion, userAgent, firstSeen, lastSeen } = device
  const { hasKey, up, down } = device
  const os = [deviceOs, osVersion].filter((part) => part !== '').join(' ')
  const name = deviceModel || os || t('device.unknown')
  const about = [deviceModel === '' ? '' : os, userAgent].filter((part) => part !== '')
  const call = { params: { email, id: String(id) } }
  const block = useCall(endpoints.devices.block, { onSuccess })
  const unblock = useCall(endpoints.devices.unblock, { onSuccess })
  const revoking = useCall(endpoints.devices.revoke, { onSuccess })
  const forgetting = useCall(endpoints.devices.forget, { onSuccess })
  async function ask(verb: 'revoke' | 'forget') {
    const title = t(`device.${verb}Title`, { device: name })
    const asked = verb === 'revoke' ? revoking : forgetting
    if (await questions.ask({ title, verb: t(`device.${verb}`) })) asked.mutate(call)
  }
  return (
    <li className={styles.row}>
      <div>
        <bdi>{name}</bdi> {blocked && <strong>{t('device.blocked')}</strong>}
        <div className="dim">
          <bdi>{about.join(' · ')}</bdi>
        </div>
        <div className="dim" title={measures.moment(lastSeen)}>
          {t('device.last', { when: measures.fromNow(lastSeen, now) })} ·{' '}
          {t('device.first', { when: measures.fromNow(firstSeen, now) })}
        </div>
        {(hasKey || up + down > 0) && (
          <div className="dim">
            <bdi>↑ {measures.bytes(up)}</bdi> · <bdi>↓ {measures.bytes(down)}</bdi>
          </div>
        )}
      </div>
      <Group gap={8}>
        {hasKey && <Button label={t('device.revoke')} size="compact-sm" onClick={() => ask('revoke')} />}
        <Button
          label={blocked ? t('device.unblock') : t('device.block')}
          size="compact-sm"
          onClick={() => (blocked ? unblock : block).mutate(call)}
        />
        <Button label={t('device.forget')} size="compact-sm" onClick={() => ask('forget')} />
      </Group>
    </li>
  )
}
