import { useState } from 'react'
import type { ConfigVersion } from '#contract/core-api.ts'
import type { CoreStatus } from '#contract/status.ts'
import { endpoints, keyOf } from '../../api/endpoints.ts'
import { useApp } from '../../services.tsx'
import { sayError } from '../../ui/say-error.ts'

/** A core that never ran has the version "Unknown". */
export const neverRan = ({ state, version }: CoreStatus) => state === 'stop' && version === 'Unknown'

export type CoreAction = 'start' | 'stop' | 'restart' | 'rollBack'

/** Actions on the core. What disconnects people asks first, and says how many. */
export function useCoreActions() {
  const { t, measures, api, questions, queries, live } = useApp()
  const onlineHere = useOnlineHere()
  const [busy, setBusy] = useState<CoreAction>()
  const [trouble, setTrouble] = useState<string>()

  async function run(action: CoreAction, before?: () => Promise<unknown>): Promise<void> {
    setBusy(action)
    setTrouble(undefined)
    try {
      await before?.()
      await (action === 'stop' ? api.call(endpoints.core.stop) : api.call(endpoints.core.restart))
    } catch (error) {
      setTrouble(sayError(t, error))
    }
    setBusy(undefined)
    // The hub sends the state; a paused page refetches by itself.
    if (live.state.get() !== 'live')
      void queries.invalidateQueries({ queryKey: keyOf(endpoints.status.status) })
  }

  return {
    busy,
    trouble,
    start: () => run('start'),
    async restart(): Promise<void> {
      const question = {
        title: t('home.restartTitle'),
        text: t('home.restartText', { count: await onlineHere() }),
        verb: t('home.restart'),
      }
      if (await questions.ask(question)) await run('restart')
    },
    /** Restores the template of the last configuration that ran and starts the core with it. */
    async rollBack({ id, at, actor }: ConfigVersion): Promise<void> {
      const question = {
        title: t('home.rollBackTitle'),
        text: t('home.rollBackText', { time: measures.moment(at), actor: actor || '–' }),
        verb: t('home.rollBack'),
      }
      if (await questions.ask(question))
        await run('rollBack', () => api.call(endpoints.core.rollback, { params: { id } }))
    },
    async stop(): Promise<void> {
      const question = {
        title: t('home.stopTitle'),
        text: t('home.stopText', { count: await onlineHere() }),
        verb: t('home.stop'),
        danger: true,
      }
      if (await questions.ask(question)) await run('stop')
    },
  }
}

export type CoreActions = ReturnType<typeof useCoreActions>

/** The panel's own server among those of `onlinesByNode`. */
const HERE = '0'

/** Asks how many clients are online at this panel's core: those on nodes keep their connections when it restarts. */
export function useOnlineHere(): () => Promise<number> {
  const { api, queries } = useApp()
  return async () => {
    try {
      return (await api.call(endpoints.clients.onlinesByNode))[HERE]?.length ?? 0
    } catch {
      return queries.getQueryData<readonly string[]>(keyOf(endpoints.clients.onlines))?.length ?? 0 // at most so many
    }
  }
}
