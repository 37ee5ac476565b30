import type { Outlet } from '../notices/outlet.ts'
import type { createOutlet } from './outlet.ts'

/** The outlet with its words is loaded with the first message, to save memory. */
export function createLateOutlet(deps: Parameters<typeof createOutlet>[0]): Outlet {
  let loaded: Promise<Outlet> | undefined
  return {
    name: 'telegram',
    most: 20,
    async send(message, signal) {
      loaded ??= import('./outlet.ts').then((file) => file.createOutlet(deps))
      await (await loaded).send(message, signal)
    },
  }
}
