import { paths } from '../../paths.ts'

/** Keys of the page's URL, which are those of the endpoint. */
export interface UsageFilter {
  by?: 'day' | 'client' | 'group' | 'inbound' | 'node'
  range?: string
  from?: string
  to?: string
  client?: string
  group?: string
  inbound?: string
  node?: string
}

/** `usageUrl({ range: 'yesterday' })`: who used most yesterday. */
export const usageUrl = (filter: UsageFilter): string =>
  `${paths.usage}?${new URLSearchParams({ ...filter })}`
