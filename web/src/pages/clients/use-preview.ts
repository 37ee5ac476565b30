import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { endpoints } from '../../api/endpoints.ts'
import { useServices } from '../../services.tsx'
import { type Targets, targetsIn } from './targets.ts'

/** What to count beside the number of clients. */
interface Asked {
  usedFrom?: number
  quota?: number
  inboundIds?: number[]
}

/** What an act on these clients would hit; the panel counts. */
export const previewOf = (api: Api, targets: Targets, asked: Asked = {}) =>
  api.call(endpoints.clientsBulk.preview, { body: { ...targetsIn(targets), ...asked } })

/** The same for a dialog; undefined until it is known. */
export function usePreview(targets: Targets, asked: Asked = {}) {
  const { api } = useServices()
  const { data } = useQuery({
    queryKey: [endpoints.clientsBulk.preview.path, targets, asked],
    queryFn: () => previewOf(api, targets, asked),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  return data
}
