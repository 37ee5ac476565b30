import { useState } from 'react'
import { type Translate, useTranslation } from '../i18n/translation.tsx'
import type { Questions } from '../ui/questions.ts'
import type { FieldWords } from './field-words.ts'
import { type Clash, clashesOf, mergedValues } from './merge.ts'

interface Sides<V> {
  /** What the form started from. */
  base: V
  /** What is saved now. */
  theirs: V
  mine: V
}

/** Shows both values of each field that was saved meanwhile. Undefined if the user cancels. */
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

interface Props {
  clashes: readonly Clash[]
  /** The keys whose saved value is taken; changed in place as the person chooses. */
  taken: Set<string>
  words: FieldWords
}

/** Both values of each field, and which one to save. */
function ClashList({ clashes, taken, words }: Props) {
  const { t } = useTranslation()
  const [, setTurn] = useState(0)
  const choose = (key: string, value: string) => {
    if (value === 'theirs') taken.add(key)
    else taken.delete(key)
    setTurn((turn) => turn + 1)
  }
  return (
    <>
      <p>{t('conflict.text')}</p>
      {clashes.map(({ key, theirs, mine }) => (
        <div key={key} data-clash={key}>
          <strong>
            <bdi>{words.label(key)}</bdi>
          </strong>
          {(['theirs', 'mine'] as const).map((side) => (
            <label key={side} style={{ display: 'block' }}>
              <input
                type="radio"
                name={key}
                checked={taken.has(key) === (side === 'theirs')}
                onChange={() => choose(key, side)}
              />{' '}
              {side === 'theirs'
                ? t('conflict.theirs', { value: words.value(key, theirs) })
                : t('conflict.mine', { value: words.value(key, mine) })}
            </label>
          ))}
        </div>
      ))}
    </>
  )
}
