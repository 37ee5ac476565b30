import { useMemo } from 'react'
import type { InboundOption } from '#contract/inbound.ts'
import type { QuotaPlace } from '#contract/quotas.ts'
import { placeOf } from '#domain/quotas/quotas.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { inboundName } from './inbound-name.ts'
import { useClientInbounds, useServers } from './use-clients.ts'

/** A quota for something without a name of its own, or that is gone, is called by its number. */
export function placeName(target: string, name: string, t: Translate): string {
  const place = placeOf(target)
  if (place?.on === 'label') return t('quota.label', { label: place.label })
  if (name !== '' || !place) return name
  return place.on === 'node' && place.id === 0 ? t('quota.thisServer') : `#${place.id}`
}

const sorted = (words: Iterable<string>): string[] => [...new Set(words)].sort()

/** The core cannot count the clients of a MASQUE inbound of this server apart. */
const isCounted = ({ protocol, nodeId }: InboundOption) => protocol !== 'masque' || nodeId !== undefined

/** Inbounds, servers or labels under one heading. */
export interface QuotaPlaces {
  on: QuotaPlace
  group: string
  targets: readonly string[]
}

/** What a quota can be for: these inbounds, every server, and the labels of any inbound or of this form. */
export function useQuotaPlaces(offered: readonly InboundOption[], labels: readonly string[]) {
  const { t } = useTranslation()
  const all = useClientInbounds()
  const servers = useServers(all)
  return useMemo(() => {
    const names = new Map<string, string>()
    for (const inbound of all) names.set(`inbound:${inbound.id}`, inboundName(inbound))
    for (const { id, name } of servers) if (id > 0) names.set(`node:${id}`, name)
    const nameOf = (target: string) => placeName(target, names.get(target) ?? '', t)
    const nodes = servers.filter(({ id }) => id > 0)
    const words = sorted([...all.flatMap((inbound) => inbound.labels), ...labels])
    const groups: QuotaPlaces[] = [
      {
        on: 'inbound',
        group: t('quota.inbounds'),
        targets: offered.filter(isCounted).map(({ id }) => `inbound:${id}`),
      },
      { on: 'node', group: t('quota.servers'), targets: ['node:0', ...nodes.map(({ id }) => `node:${id}`)] },
      { on: 'label', group: t('quota.labels'), targets: words.map((word) => `label:${word}`) },
    ]
    return { nameOf, groups }
  }, [all, servers, offered, labels, t])
}
