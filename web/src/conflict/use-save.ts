import { ApiError } from '../api/api-error.ts'
import { withWords } from '../i18n/lazy-with-words.ts'
import type { Translate } from '../i18n/translation.tsx'
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
    const { clientWords } = await withWords(
      () => import('./client-words.ts'),
      'conflict',
      'clients',
      'policies',
    )
    return clientWords(t)
  }
  if ('protocol' in values) {
    const { inboundWords } = await withWords(
      () => import('./inbound-words.ts'),
      'conflict',
      'inbounds',
      'inbound-fields',
    )
    return inboundWords(t)
  }
  if (labelOf) return (await withWords(() => import('./field-words.ts'), 'conflict')).wordsBy(t, labelOf)
  return (await withWords(() => import('./template-words.ts'), 'conflict', 'network')).templateWords(t)
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
      const { askConflict } = await withWords(() => import('./ask-conflict.tsx'), 'conflict')
      const said = await formWords(t, values, labelOf)
      const now = await read()
      const sides = { base: valuesOf(seen), theirs: valuesOf(now), mine: values }
      const merged = await askConflict(questions, t, sides, said)
      if (!merged) throw error
      await save({ ...given, seen: now, values: merged })
    }
  }
}
