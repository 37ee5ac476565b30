import { ApiError } from '../api/api-error.ts'
import { useTranslation } from '../i18n/translation.tsx'
import { words } from '../i18n/words.ts'
import { useServices } from '../services.tsx'

interface Save<Seen, Values extends object> {
  /** What the form started from. */
  seen: Seen
  values: Values
  valuesOf(seen: Seen): Values
  send(values: Values, seen: Seen): Promise<unknown>
  /** What is saved now. */
  read(): Promise<Seen>
  /** What the form calls a field; without one its wire name is shown. */
  labelOf?(key: string): string | undefined
}

/** Saves what the form has. If somebody else has saved meanwhile, the person sees both and chooses. */
export function useSave() {
  const { t } = useTranslation()
  const { questions } = useServices()
  return async function save<Seen, Values extends object>(given: Save<Seen, Values>): Promise<void> {
    const { seen, values, valuesOf, send, read, labelOf } = given
    try {
      await send(values, seen)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'version.changed') throw error
      const [{ askConflict }] = await Promise.all([import('./ask-conflict.tsx'), words.need('conflict')])
      const now = await read()
      const sides = { base: valuesOf(seen), theirs: valuesOf(now), mine: values }
      const merged = await askConflict(questions, t, sides, labelOf)
      if (!merged) throw error
      await save({ ...given, seen: now, values: merged })
    }
  }
}
