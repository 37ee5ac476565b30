import { useMutation } from '@tanstack/react-query'
import type { BackupRestore } from '#contract/backup.ts'
import { ApiError } from '../../../api/api-error.ts'
import { endpoints, useRefresh, useReply } from '../../../api/endpoints.ts'
import { useServices } from '../../../services.tsx'
import { untilRestored } from './until-restored.ts'

const whileBusyMs = 2_000
const otherwiseMs = 60_000

/** Backups are also made by the schedule and on the terminal, so the list is read again from time to time. */
export function useBackups() {
  return useReply(endpoints.backup.list, {
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.busy ? whileBusyMs : otherwiseMs),
  })
}

export const useRefreshBackups = () => useRefresh(endpoints.backup.list)

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Starts a restore or an undo, and waits until the panel is back; null if it is not at this address. */
export function useRestoring(start: () => Promise<unknown>) {
  const { api, queries } = useServices()
  return useMutation({
    async mutationFn(): Promise<BackupRestore | null> {
      const list = () => api.call(endpoints.backup.list)
      const before = await list()
      await start()
      const after = await untilRestored(before, { list, pause })
      api.forgetToken()
      const isDone = (after?.lastRestore?.at ?? 0) > (before.lastRestore?.at ?? 0)
      if (after && !isDone) throw new ApiError('refused', after.restoreError, after.restoreErrorCoded)
      return after?.lastRestore ?? null
    },
    // Everything on every page is from another database now.
    onSuccess: () => queries.invalidateQueries(),
    onError: useRefreshBackups(),
  })
}
