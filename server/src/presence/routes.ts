import { policiesApi } from '#contract/policies-api.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { Refusals } from './refusals.ts'

export function refusalRoutes(mount: Mount, refusals: Pick<Refusals, 'list'>): void {
  mount(policiesApi.refusals, ({ params }) => refusals.list(params.email ?? ''))
}
