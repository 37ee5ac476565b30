import { useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../../../api/endpoints.ts'
import { keyOf } from '../../../api/queries.ts'
import { useReply } from '../../../api/use-reply.ts'

const whileBusyMs = 2_000
const otherwiseMs = 60_000

/** Backups are also made by the schedule and on the terminal, so the list is read again from time to time. */
export function useBackups() {
  return useReply(endpoints.backup.list, {
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.busy ? whileBusyMs : otherwiseMs),
  })
}

export function useRefreshBackups() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: keyOf(endpoints.backup.list) })
}
