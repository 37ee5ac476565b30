import { Alert } from '@mantine/core'
import type { InboundOption } from '#contract/inbound.ts'
import { kindsSet, type OwnKindLimits } from '#domain/nodes/own-kind-limits.ts'
import { endpoints } from '../../api/endpoints.ts'
import { useReply } from '../../api/use-reply.ts'
import { useSayCoded } from '../../ui/use-say-coded.ts'
import { bitsOf, type ClientForm } from './client-form.ts'

type Values = Pick<
  ClientForm,
  | 'speedDown'
  | 'speedUp'
  | 'whenEnded'
  | 'fairGigabytes'
  | 'ipCount'
  | 'ipGrace'
  | 'whenOverIp'
  | 'deviceKeys'
  | 'inboundIds'
>

const limitsIn = (values: Values): OwnKindLimits => ({
  ...{ whenEnded: values.whenEnded, ipCount: values.ipCount, whenOverIp: values.whenOverIp },
  speedDown: bitsOf(values.speedDown),
  speedUp: bitsOf(values.speedUp),
  fairUse: Number(values.fairGigabytes),
  ipGrace: Number(values.ipGrace),
  deviceKeys: values.deviceKeys,
})

/** Which of these limits do not hold on the nodes of the chosen inbounds. Nothing is fetched where there is no node. */
export function NodeLacks({ values, inbounds }: { values: Values; inbounds: readonly InboundOption[] }) {
  const chosen = inbounds.filter(({ id }) => values.inboundIds.includes(String(id)))
  const places = new Set(chosen.flatMap(({ nodeId }) => nodeId ?? []))
  const wants = kindsSet(limitsIn(values))
  const isAsked = places.size > 0 && (wants.limits || wants.keys)
  const { data = [] } = useReply(endpoints.nodes.list, { enabled: isAsked })
  const lacks = isAsked
    ? data.filter(({ id }) => places.has(id)).flatMap((node) => node.lacks.filter(({ of }) => wants[of]))
    : []
  const say = useSayCoded(lacks[0]?.coded)
  if (lacks.length === 0) return null
  return (
    <Alert color="orange" variant="light">
      {lacks.map(({ coded, text }) => (
        <p key={text} dir="auto">
          {say(coded, text)}
        </p>
      ))}
    </Alert>
  )
}
