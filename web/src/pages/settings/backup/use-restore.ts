import { useMutation } from '@tanstack/react-query'
import type { BackupRestore } from '#contract/backup.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { keyOf } from '../../../api/queries.ts'
import { useServices } from '../../../services.tsx'
import { untilRestored } from './until-restored.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Starts a restore or an undo, and waits until the panel is back; undefined if it is not at this address. */
export function useRestoring<V>(start: (input: V) => Promise<unknown>) {
  const { api, queries } = useServices()
  return useMutation({
    async mutationFn(input: V): Promise<BackupRestore | undefined> {
      const list = () => api.call(endpoints.backups)
      const before = (await list()).lastRestore?.at ?? 0
      await start(input)
      const done = await untilRestored(before, { list, pause })
      api.forgetToken()
      return done
    },
    // Everything on every page is from another database now.
    onSuccess: () => queries.invalidateQueries(),
    onError: () => queries.invalidateQueries({ queryKey: keyOf(endpoints.backups) }),
  })
}
