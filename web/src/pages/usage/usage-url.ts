import type { UsageQuery } from '#contract/usage-api.ts'
import { paths } from '../../paths.ts'

/** `usageUrl({ range: 'yesterday' })`: who used most yesterday. The keys are those of the endpoint. */
export const usageUrl = (filter: { readonly [K in keyof UsageQuery]?: string }): string =>
  `${paths.usage}?${new URLSearchParams({ ...filter })}`
