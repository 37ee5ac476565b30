import { useState } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import type { FieldWords } from './field-words.ts'
import type { Clash } from './merge.ts'

interface Props {
  clashes: readonly Clash[]
  /** The keys whose saved value is taken; changed in place as the person chooses. */
  taken: Set<string>
  words: FieldWords
}

/** Both values of each field, and which one to save. */
export function ClashList({ clashes, taken, words }: Props) {
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
