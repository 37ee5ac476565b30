import { useMutation } from '@tanstack/react-query'
import { contentVersion } from '#domain/content-version.ts'
import { endpoints, keyOf } from '../../../api/endpoints.ts'
import { useSave } from '../../../conflict/use-save.ts'
import { useApp } from '../../../services.tsx'
import { useDraft } from '../draft/draft.tsx'
import { parseReply } from '../draft/template.ts'

export interface Applying {
  /** Restarts the core at once, so that everything applies. */
  restart: boolean
}

/** Every reply about the configuration is out of date. */
export function useForgetConfig() {
  const { queries } = useApp()
  return async () => {
    const paths = [endpoints.core.configVersions, endpoints.core.configDiff, endpoints.core.config]
    await Promise.all(paths.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
    queries.removeQueries({ queryKey: ['core preview'], type: 'inactive' })
  }
}

/** Stores the draft: live changes apply at once, the rest with the chosen restart or a later one. */
export function useApply(onDone: () => void) {
  const { t, api, toasts, queries } = useApp()
  const { template, base, outboundTestUrl, applied } = useDraft()
  const save = useSave()
  const forget = useForgetConfig()
  return useMutation({
    async mutationFn({ restart }: Applying) {
      await save({
        seen: base,
        values: template,
        valuesOf: (seen) => seen,
        send: (xraySetting, seen) =>
          api.call(endpoints.xray.update, {
            query: { version: contentVersion(seen) },
            body: { xraySetting, outboundTestUrl },
          }),
        read: async () => parseReply(await api.call(endpoints.xray.read)).xraySetting,
      })
      if (restart) await api.call(endpoints.core.restart)
      return restart
    },
    async onSuccess(restart) {
      await applied()
      await forget()
      if (restart) await queries.invalidateQueries({ queryKey: keyOf(endpoints.status.status) })
      toasts.show({ tone: 'good', text: t(restart ? 'network.reviewDoneRestart' : 'network.reviewDone') })
      onDone()
    },
  })
}
