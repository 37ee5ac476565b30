import type { ClientSlim } from '#contract/client-bodies.ts'
import type { Finding } from '#domain/clients/diagnose.ts'
import { endpoints } from '../../api/endpoints.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { useServices } from '../../services.tsx'
import { sayError } from '../../ui/say-error.ts'
import styles from './client-drawer.module.css'
import { inboundName } from './inbound-name.ts'
import { useActions } from './use-actions.ts'
import { useClientInbounds, useInbounds } from './use-clients.ts'

interface Fix {
  label: string
  run(): void
}

/** So many inbounds are offered; the rest is in the settings of the client. */
const MOST = 3

/** What mends a finding, one click each; the change can be undone as anywhere else. */
function useFixes(client: ClientSlim): (finding: Finding) => Fix[] {
  const { t } = useTranslation()
  const { api, place, toasts } = useServices()
  const actions = useActions()
  const fitting = useClientInbounds()
  const inbounds = useInbounds()
  const { email } = client
  const startCore = () =>
    api
      .call(endpoints.core.restart)
      .catch((error) =>
        toasts.show({ tone: 'bad', text: t('clients.actionFailed', { reason: sayError(t, error) }) }),
      )
  const renew = { label: t('verb.renew'), run: () => place.setParams({ renew: email }, 'push') }
  const reset = { label: t('verb.reset'), run: () => void actions.resetTraffic([client]) }
  const attach = () =>
    fitting.slice(0, MOST).map((inbound) => ({
      label: t('diagnose.attach', { name: inboundName(inbound) }),
      run: () => void actions.attach([client], [inbound.id]),
    }))
  const openOff = () =>
    inbounds
      .filter(({ id, enable }) => client.inboundIds.includes(id) && !enable)
      .slice(0, MOST)
      .map((inbound) => ({
        label: t('diagnose.open', { name: inboundName(inbound) }),
        run: () => place.go(`${paths.inbounds}?i=${inbound.id}`),
      }))
  const fixes: Record<string, () => Fix[]> = {
    'core stopped': () => [{ label: t('diagnose.startCore'), run: () => void startCore() }],
    'enabled off': () => [{ label: t('verb.enable'), run: () => void actions.setEnable([client], true) }],
    'quota used': () => [renew, reset],
    'quota nearly': () => [renew, reset],
    'time over': () => [renew],
    'inbounds none': attach,
    'inbounds off': openOff,
    'inbounds some': openOff,
    'seen never': () => [
      { label: t('verb.qr'), run: () => place.setParams({ c: email, tab: 'access' }, 'push') },
    ],
  }
  return ({ question, what }) => fixes[`${question} ${what}`]?.() ?? []
}

export function Fixes({ client, finding }: { client: ClientSlim; finding: Finding }) {
  const found = useFixes(client)(finding)
  if (found.length === 0) return null
  return (
    <span className={styles.fixes}>
      {found.map(({ label, run }) => (
        <button key={label} type="button" className={styles.fix} onClick={run}>
          <bdi>{label}</bdi>
        </button>
      ))}
    </span>
  )
}
