import { useState } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import type { Clash } from './merge.ts'

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text === '' ? '∅' : text.length > 60 ? `${text.slice(0, 60)}…` : text
}

interface Props {
  clashes: readonly Clash[]
  /** The keys whose saved value is taken; changed in place as the person chooses. */
  taken: Set<string>
}

/** Both values of each field, and which one to save. */
export function ClashList({ clashes, taken }: Props) {
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
            <bdi>{key}</bdi>
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
                ? t('conflict.theirs', { value: shown(theirs) })
                : t('conflict.mine', { value: shown(mine) })}
            </label>
          ))}
        </div>
      ))}
    </>
  )
}
