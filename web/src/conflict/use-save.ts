import { ApiError } from '../api/api-error.ts'
import type { Translate } from '../i18n/translation.tsx'
import { words } from '../i18n/words.ts'
import { useApp } from '../services.tsx'
import type { FieldWords } from './field-words.ts'

type LabelOf = (key: string) => string | undefined

interface Save<Seen, Values extends object> {
  /** What the form started from. */
  seen: Seen
  values: Values
  valuesOf(seen: Seen): Values
  send(values: Values, seen: Seen): Promise<unknown>
  /** What is saved now. */
  read(): Promise<Seen>
  /** What the form calls a field, for a form that is neither a client's nor an inbound's. */
  labelOf?: LabelOf
}

/** The words of the form that these values are from; without labels of its own it is the template. */
async function formWords(t: Translate, values: object, labelOf: LabelOf | undefined): Promise<FieldWords> {
  if ('email' in values) {
    const needed = [import('./client-words.ts'), words.need('conflict', 'clients', 'policies')] as const
    return (await Promise.all(needed))[0].clientWords(t)
  }
  if ('protocol' in values) {
    const needed = [
      import('./inbound-words.ts'),
      words.need('conflict', 'inbounds', 'inbound-fields'),
    ] as const
    return (await Promise.all(needed))[0].inboundWords(t)
  }
  if (labelOf) {
    const needed = [import('./field-words.ts'), words.need('conflict')] as const
    return (await Promise.all(needed))[0].wordsBy(t, labelOf)
  }
  const needed = [import('./template-words.ts'), words.need('conflict', 'network')] as const
  return (await Promise.all(needed))[0].templateWords(t)
}

/** Saves the form. If another user saved meanwhile, this one sees both values and chooses. */
export function useSave() {
  const { t, questions } = useApp()
  return async function save<Seen, Values extends object>(given: Save<Seen, Values>): Promise<void> {
    const { seen, values, valuesOf, send, read, labelOf } = given
    try {
      await send(values, seen)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'version.changed') throw error
      const [{ askConflict }] = await Promise.all([import('./ask-conflict.tsx'), words.need('conflict')])
      const said = await formWords(t, values, labelOf)
      const now = await read()
      const sides = { base: valuesOf(seen), theirs: valuesOf(now), mine: values }
      const merged = await askConflict(questions, t, sides, said)
      if (!merged) throw error
      await save({ ...given, seen: now, values: merged })
    }
  }
}
