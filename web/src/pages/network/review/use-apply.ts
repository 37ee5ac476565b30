import { useMutation } from '@tanstack/react-query'
import { endpoints } from '../../../api/endpoints.ts'
import { keyOf } from '../../../api/queries.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { useDraft } from '../draft/draft.tsx'

export interface Applying {
  /** The core is started again at once, so that everything counts. */
  restart: boolean
}

/** Everything that tells of the configuration is out of date. */
export function useForgetConfig() {
  const { queries } = useServices()
  return async () => {
    const paths = [endpoints.configVersions, endpoints.configDiff, endpoints.coreConfig]
    await Promise.all(paths.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
    queries.removeQueries({ queryKey: ['core preview'], type: 'inactive' })
  }
}

/** Stores the draft: what can be is in force at once, the rest with the restart that was chosen or a later one. */
export function useApply(onDone: () => void) {
  const { t } = useTranslation()
  const { api, toasts, queries } = useServices()
  const { template, outboundTestUrl, applied } = useDraft()
  const forget = useForgetConfig()
  return useMutation({
    async mutationFn({ restart }: Applying) {
      await api.call(endpoints.templateUpdate, { body: { xraySetting: template, outboundTestUrl } })
      if (restart) await api.call(endpoints.coreRestart)
      return restart
    },
    async onSuccess(restart) {
      await applied()
      await forget()
      if (restart) await queries.invalidateQueries({ queryKey: keyOf(endpoints.status) })
      toasts.show({ tone: 'good', text: t(restart ? 'review.doneRestart' : 'review.done') })
      onDone()
    },
  })
}
