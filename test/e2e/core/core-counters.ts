import { clientOf } from '#domain/core-config/user-names.ts'
import { splitCounter } from '#domain/traffic/counter.ts'
import { type CoreApi, createCoreApi } from '#server/core/api/client.ts'
import type { CorePanel } from './core-panel.ts'

/** Asks the core of a panel, past the panel. */
export async function askCore<T>(
  panel: Pick<CorePanel, 'record'>,
  ask: (api: CoreApi) => Promise<T>,
): Promise<T> {
  const api = createCoreApi(panel.record().api)
  try {
    return await ask(api)
  } finally {
    api.close()
  }
}

/** What the core counted of a client, under all of its names. */
export const countedInCore = (panel: Pick<CorePanel, 'record'>, email: string): Promise<number> =>
  askCore(panel, async (api) =>
    (await api.counters()).reduce((sum, { name, value }) => {
      const base = splitCounter(name)?.base ?? ''
      return base.startsWith('user>>>') && clientOf(base.slice(7)) === email ? sum + value : sum
    }, 0),
  )
