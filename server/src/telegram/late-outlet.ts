import type { Outlet } from '../notices/outlet.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { SettingsReader } from '../settings/service.ts'

/** The outlet with its words is loaded with the first message, to save memory. */
export function createLateOutlet(egress: Egress, settings: SettingsReader): Outlet {
  let loaded: Promise<Outlet> | undefined
  return {
    name: 'telegram',
    most: 20,
    async send(message, signal) {
      loaded ??= import('./outlet.ts').then((file) => file.createOutlet(egress, settings))
      await (await loaded).send(message, signal)
    },
  }
}
