import type { ClientInboundUsage } from '#contract/usage-api.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { Meter } from '../../ui/meter.tsx'
import { inboundName } from './inbound-name.ts'
import { useInbounds } from './use-clients.ts'

const sumOf = ({ up, down }: ClientInboundUsage): number => up + down

/** What a client used on each inbound where that is counted, since its counters were reset. */
export function ClientByInbound({ email }: { email: string }) {
  const { t, measures } = useTranslation()
  const inbounds = useInbounds()
  const nodes = useReply(endpoints.nodes.list)
  const usage = useReply(endpoints.usage.ofClient, { params: { email }, staleTime: 0 })
  const { items = [], others = 0 } = usage.data ?? {}
  if (items.length === 0) return null
  const nameOf = ({ inboundId, nodeId }: ClientInboundUsage): string => {
    if (nodeId !== undefined) return nodes.data?.find(({ id }) => id === nodeId)?.name ?? `#${nodeId}`
    const inbound = inbounds.find(({ id }) => id === inboundId)
    return inbound ? inboundName(inbound) : `#${inboundId}`
  }
  const all = items.reduce((sum, item) => sum + item.charged, others)
  return (
    <section className="box" aria-label={t('byInbound.title')}>
      <h3 className="subtitle">{t('byInbound.title')}</h3>
      {items.map((item) => {
        const [used, charged] = [measures.bytes(sumOf(item)), measures.bytes(item.charged)]
        return (
          <div key={`${item.inboundId} ${item.nodeId}`}>
            <p className="dim88">
              <bdi>{nameOf(item)}</bdi>{' '}
              {sumOf(item) === item.charged ? used : t('byInbound.charged', { used, charged })}
            </p>
            <Meter share={all > 0 ? item.charged / all : 0} label={nameOf(item)} />
          </div>
        )
      })}
      {others > 0 && <p className="dim88">{t('byInbound.others', { used: measures.bytes(others) })}</p>}
    </section>
  )
}
