import { Alert } from '@mantine/core'
import { inheritedFields } from '#contract/clients/fields.ts'
import type { InboundOption } from '#contract/inbound.ts'
import { noLimits } from '#domain/limits/fields.ts'
import { kindsSet, type OwnKindLimits } from '#domain/nodes/own-kind-limits.ts'
import { endpoints, useCall, useRefresh, useReply } from '../../api/endpoints.ts'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { sayError, useSayCoded } from '../../ui/say-error.ts'
import type { ClientForm } from './client-form.ts'
import { fieldsBody, type PolicyForm } from './field-forms.ts'

/** Beside the field of an IP limit: says that the panel enforces none, and turns it on. Nothing while there is no limit. */
export function IpLimitOff({ limit }: { limit: number | string }) {
  const { t, toasts } = useApp()
  const { data: settings } = useReply(endpoints.setting.defaultSettings)
  const refresh = useRefresh(endpoints.setting.defaultSettings)
  const turnOn = useCall(endpoints.setting.update, {
    async onSuccess() {
      await refresh()
      toasts.show({ tone: 'good', text: t('clientForm.ipLimitOn') })
    },
    onError: (error) => toasts.show({ tone: 'bad', text: sayError(t, error) }),
  })
  if (!(Number(limit) > 0) || settings?.ipLimitEnable !== false) return null
  return (
    <Alert color="orange" role="status" data-ip-limit-off>
      <div className="spread">
        <span>{t('clientForm.ipLimitOff')}</span>
        <Button
          label={t('clientForm.ipLimitTurnOn')}
          size="xs"
          call={turnOn}
          input={{ body: { ipLimitEnable: true } }}
        />
      </div>
    </Alert>
  )
}

type Values = PolicyForm & Pick<ClientForm, 'deviceKeys' | 'inboundIds'>

const limitsIn = (values: Values): OwnKindLimits => ({
  ...fieldsBody(inheritedFields, values, noLimits),
  deviceKeys: values.deviceKeys,
})

/** Which of these limits do not hold on the nodes of the chosen inbounds. Nothing is fetched where there is no node. */
export function UnsupportedLimits({
  values,
  inbounds,
}: {
  values: Values
  inbounds: readonly InboundOption[]
}) {
  const chosen = inbounds.filter(({ id }) => values.inboundIds.includes(String(id)))
  const nodeIds = new Set(chosen.flatMap(({ nodeId }) => nodeId ?? []))
  const wants = kindsSet(limitsIn(values))
  const isAsked = nodeIds.size > 0 && (wants.limits || wants.keys)
  const { data = [] } = useReply(endpoints.nodes.list, { enabled: isAsked })
  const lacks = isAsked
    ? data.filter(({ id }) => nodeIds.has(id)).flatMap((node) => node.lacks.filter(({ of }) => wants[of]))
    : []
  const say = useSayCoded(lacks[0]?.coded)
  if (lacks.length === 0) return null
  return (
    <Alert color="orange">
      {lacks.map(({ coded, text }) => (
        <p key={text} dir="auto">
          {say(coded, text)}
        </p>
      ))}
    </Alert>
  )
}
