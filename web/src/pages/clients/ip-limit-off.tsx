import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { endpoints } from '../../api/endpoints.ts'
import { keyOf } from '../../api/queries.ts'
import { useReply } from '../../api/use-reply.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import layout from '../../ui/layout.module.css'
import { sayError } from '../../ui/say-error.ts'

/** Beside the field of an IP limit: says that the panel enforces none, and turns it on. Nothing while there is no limit. */
export function IpLimitOff({ limit }: { limit: number | string }) {
  const { t } = useTranslation()
  const { api, queries, toasts } = useServices()
  const { data: settings } = useReply(endpoints.setting.defaultSettings)
  const turnOn = useMutation({
    mutationFn: () => api.call(endpoints.setting.update, { body: { ipLimitEnable: true } }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: keyOf(endpoints.setting.defaultSettings) })
      toasts.show({ tone: 'good', text: t('clientForm.ipLimitOn') })
    },
    onError: (error) => toasts.show({ tone: 'bad', text: sayError(t, error) }),
  })
  if (!(Number(limit) > 0) || settings?.ipLimitEnable !== false) return null
  return (
    <Alert color="orange" role="status" data-ip-limit-off>
      <div className={layout.spread}>
        <span>{t('clientForm.ipLimitOff')}</span>
        <Button variant="default" size="xs" loading={turnOn.isPending} onClick={() => turnOn.mutate()}>
          {t('clientForm.ipLimitTurnOn')}
        </Button>
      </div>
    </Alert>
  )
}
