import { healthApi } from '#contract/health-api.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { Doctor } from './doctor.ts'

export function healthRoutes(mount: Mount, doctor: Doctor): void {
  mount(healthApi.doctor, () => doctor())
}
