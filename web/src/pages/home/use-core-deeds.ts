import { useState } from 'react'
import { endpoints } from '../../api/endpoints.ts'
import { keyOf } from '../../api/queries.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { sayError } from '../../ui/say-error.ts'

export type CoreDeed = 'start' | 'stop' | 'restart'

/** The verbs on the core. What touches people who are connected asks first, and says how many (screens.md 5.8). */
export function useCoreDeeds(online: number) {
  const { t } = useTranslation()
  const { api, questions, queries, live } = useServices()
  const [busy, setBusy] = useState<CoreDeed>()
  const [trouble, setTrouble] = useState<string>()

  async function run(deed: CoreDeed): Promise<void> {
    setBusy(deed)
    setTrouble(undefined)
    try {
      await (deed === 'stop' ? api.call(endpoints.coreStop) : api.call(endpoints.coreRestart))
    } catch (error) {
      setTrouble(sayError(t, error))
    }
    setBusy(undefined)
    // The hub tells the state; a page that does not listen finds out by itself.
    if (live.state() !== 'live') void queries.invalidateQueries({ queryKey: keyOf(endpoints.status) })
  }

  return {
    busy,
    trouble,
    start: () => run('start'),
    async restart(): Promise<void> {
      const question = {
        title: t('home.restartTitle'),
        text: t('home.restartText', { count: online }),
        verb: t('home.restart'),
      }
      if (await questions.ask(question)) await run('restart')
    },
    async stop(): Promise<void> {
      const question = {
        title: t('home.stopTitle'),
        text: t('home.stopText', { count: online }),
        verb: t('home.stop'),
        danger: true,
      }
      if (await questions.ask(question)) await run('stop')
    },
  }
}

export type CoreDeeds = ReturnType<typeof useCoreDeeds>
