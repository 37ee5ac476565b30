import { queryOptions } from '@tanstack/react-query'
import type { ConfigPreview } from '#contract/core-api.ts'
import type { Api } from '../../../api/client.ts'
import { endpoints } from '../../../api/endpoints.ts'
import type { Template } from '../draft/template.ts'

export type Asked = { template: Template } | { version: number }

/** What the panel and the core say about a draft or an earlier version before it is stored. */
export const previewOf = (api: Api, asked: Asked) =>
  queryOptions<ConfigPreview>({
    queryKey: ['core preview', JSON.stringify(asked)],
    queryFn: ({ signal }) => api.ask(endpoints.core.preview, { body: asked }, signal),
    retry: false,
    staleTime: 5_000, // who is online, and what runs, may change any moment
    gcTime: 60_000,
  })
