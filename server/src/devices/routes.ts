import { devicesApi } from '#contract/devices-api.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { DeviceService } from './service.ts'

export function deviceRoutes(mount: Mount, devices: DeviceService): void {
  const api = devicesApi
  mount(api.list, ({ params }) => devices.list(params.email ?? ''))
  mount(api.forget, ({ params, actor }) => devices.forget(params.email ?? '', params.id ?? '', actor))
  mount(api.forgetAll, ({ params, actor }) => devices.forgetAll(params.email ?? '', actor))
  mount(api.revoke, ({ params, actor }) => devices.revoke(params.email ?? '', params.id ?? '', actor))
  mount(api.block, ({ params, actor }) =>
    devices.setBlocked(params.email ?? '', params.id ?? '', true, actor),
  )
  mount(api.unblock, ({ params, actor }) =>
    devices.setBlocked(params.email ?? '', params.id ?? '', false, actor),
  )
}
