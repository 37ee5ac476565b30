import type { Entries } from '#contract/entries-api.ts'
import { endpoints, keyOf, useReply } from '../api/endpoints.ts'
import { loadCoded } from '../i18n/coded.ts'
import { isolated } from '../i18n/measures.ts'
import type { Translate } from '../i18n/translation.tsx'
import { useServices } from '../services.tsx'
import { sayCoded } from '../ui/say-error.ts'
import { newOf, type Outcome } from './outcome.ts'

const MINUTE = 60_000

/** The hub says when findings have changed; a round that found the same is seen by looking again. */
export const useEntries = () =>
  useReply(endpoints.entries.list, { staleTime: MINUTE, refetchInterval: MINUTE })

/** The outcome as a sentence; undefined if nobody has looked. */
export function outcomeText(t: Translate, outcome: Outcome, say: typeof sayCoded): string | undefined {
  if (outcome.kind === 'unknown') return undefined
  if (outcome.kind === 'off') return t('entry.off')
  if (outcome.kind === 'good') return t('entry.connects', { ms: outcome.latencyMs })
  const why = say(outcome.causeCoded ?? undefined, outcome.cause)
  if (outcome.kind === 'unchecked') return why
  if (outcome.kind === 'offline') return t('entry.offline', { reason: why })
  if (outcome.address === '') return t('entry.fails', { cause: why })
  return t('entry.failsAt', { cause: why, address: isolated(outcome.address) })
}

/** The same after a save; undefined where the check said nothing about clients. */
export function savedText(t: Translate, name: string, outcome: Outcome): string | undefined {
  if (outcome.kind === 'good') return t('entry.savedConnects', { name, ms: outcome.latencyMs })
  if (outcome.kind !== 'failed') return undefined
  const cause = sayCoded(outcome.causeCoded ?? undefined, outcome.cause)
  if (outcome.address === '') return t('entry.savedFails', { name, cause })
  return t('entry.savedFailsAt', { name, cause, address: isolated(outcome.address) })
}

/** Checks an inbound as a client now, and tells what was seen. */
export function useEntryCheck() {
  const { api, queries } = useServices()
  return async (id: number): Promise<Outcome> => {
    const before: Entries = await api.call(endpoints.entries.list)
    if (before.everyMinutes === 0) return { kind: 'off' }
    const [after] = await Promise.all([api.call(endpoints.entries.check, { params: { id } }), loadCoded()])
    await queries.invalidateQueries({ queryKey: keyOf(endpoints.entries.list) })
    return newOf(before, after, id)
  }
}

/** The setting that turns the checks on. */
export const settingPath = 'panel/settings?section=traffic&at=entryCheckMinutes'
