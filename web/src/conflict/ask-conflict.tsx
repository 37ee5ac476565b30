import type { Translate } from '../i18n/translation.tsx'
import type { Questions } from '../ui/questions.ts'
import { ClashList } from './clash-list.tsx'
import type { FieldWords } from './field-words.ts'
import { clashesOf, mergedValues } from './merge.ts'

interface Sides<V> {
  /** What the form started from. */
  base: V
  /** What is saved now. */
  theirs: V
  mine: V
}

/** Shows both values of each field that was saved meanwhile. Undefined: the person wants to look again first. */
export async function askConflict<V extends object>(
  questions: Questions,
  t: Translate,
  { base, theirs, mine }: Sides<V>,
  words: FieldWords,
): Promise<V | undefined> {
  const plain = (values: V) => values as Readonly<Record<string, unknown>> // forms are plain records
  const clashes = clashesOf(plain(base), plain(theirs), plain(mine), words.blocks)
  if (clashes.length === 0) return mine
  const taken = new Set(clashes.filter(({ both }) => !both).map(({ key }) => key))
  const text = <ClashList clashes={clashes} taken={taken} words={words} />
  const yes = await questions.ask({ title: t('conflict.title'), text, verb: t('conflict.verb') })
  return yes ? mergedValues(mine, plain(theirs), taken) : undefined
}
