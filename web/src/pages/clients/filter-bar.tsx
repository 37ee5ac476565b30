import { Popover } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type KeyboardEvent, type RefObject, Suspense, useEffect, useState } from 'react'
import type { InboundOption } from '#contract/inbound.ts'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { Button } from '../../ui/button.tsx'
import { FilterIcon, SearchIcon } from '../../ui/icons.tsx'
import clientsStyles from './clients.module.css'
import { type Token, tokensOf, withFilter, wordsOf } from './filter.ts'
import styles from './filter-bar.module.css'
import type { BuilderProps } from './filter-builder.tsx'
import { inboundName } from './inbound-name.ts'
import type { Server } from './use-clients.ts'

interface Props {
  tokens: readonly Token[]
  onQuery(q: string): void
  inbounds: readonly InboundOption[]
  servers: readonly Server[]
  field: RefObject<HTMLInputElement | null>
}

const joined = (...parts: readonly string[]) => parts.filter(Boolean).join(' ')

/** Text is searched as it is typed; `status:expiring` and `used>50gb` become chips. */
export function FilterBar({ tokens, onQuery, inbounds, servers, field }: Props) {
  const { t } = useTranslation()
  const chips = tokens.filter(({ wanted }) => wanted).map(({ text }) => text)
  const words = wordsOf(tokens)
  const [typed, setTyped] = useState(words)
  // The URL changed (Back, a saved view): update the field, but never while the user types.
  useEffect(() => {
    if (document.activeElement !== field.current) setTyped(words)
  }, [words, field])
  const search = useDebouncedCallback((text: string) => onQuery(joined(...chips, text)), 160)

  /** Moves filters from the field to chips. */
  function settle(text: string) {
    const parts = tokensOf(text, Date.now())
    const rest = wordsOf(parts)
    const all = parts
      .filter(({ wanted }) => wanted)
      .reduce((query, part) => withFilter(query, part.text, Date.now()), joined(...chips))
    search.cancel()
    setTyped(rest)
    onQuery(joined(all, rest))
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const text = event.currentTarget.value
    if (event.key === 'Enter') settle(text)
    else if (event.key === 'Escape') field.current?.blur()
    else if (event.key === 'Backspace' && text === '' && chips.length > 0)
      onQuery(joined(...chips.slice(0, -1)))
  }
  function onType(text: string) {
    setTyped(text)
    const last = tokensOf(text, Date.now()).at(-1)
    if (/\s$/.test(text) && last?.wanted) settle(text)
    else if (!last?.wanted) search(text)
  }

  return (
    <div className={styles.bar}>
      <SearchIcon size={18} />
      <ul className={styles.chips} hidden={chips.length === 0} aria-label={t('clients.filters')}>
        {chips.map((chip) => (
          <li key={chip}>
            <button
              type="button"
              className={styles.chip}
              aria-label={t('clients.dropFilter', { filter: wordsFor(chip, inbounds, servers) })}
              onClick={() => onQuery(joined(...chips.filter((other) => other !== chip), typed))}
            >
              <bdi>{wordsFor(chip, inbounds, servers)}</bdi>
              <span aria-hidden>×</span>
            </button>
          </li>
        ))}
      </ul>
      <input
        ref={field}
        className={styles.input}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        aria-label={t('clients.search')}
        placeholder={chips.length > 0 ? '' : t('clients.searchHint')}
        autoCapitalize="none"
        spellCheck={false}
        dir={typed ? 'auto' : undefined}
        type="search"
      />
    </div>
  )
}

/** Inbounds and nodes are shown by their names, not their ids. */
function wordsFor(chip: string, inbounds: readonly InboundOption[], servers: readonly Server[]): string {
  const [, kind, ids] = /^(inbound|node):([\d,]+)$/.exec(chip) ?? []
  if (!ids) return chip
  const nameOf = (id: number): string | undefined => {
    if (kind === 'node') return servers.find((server) => server.id === id)?.name
    const inbound = inbounds.find((other) => other.id === id)
    return inbound && inboundName(inbound)
  }
  return `${kind}:${ids
    .split(',')
    .map((id) => nameOf(Number(id)) ?? id)
    .join(',')}`
}

const FilterBuilder = lazyWithWords(() => import('./filter-builder.tsx'), 'FilterBuilder')

/** The filters that can also be typed, as fields. */
export function FilterMenu(props: BuilderProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          label={t('clients.filter')}
          h={40}
          className={clientsStyles.filter ?? ''}
          aria-label={t('clients.filter')}
          icon={FilterIcon}
          onClick={() => setOpen(!open)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('clients.filter')}>
        <Suspense>{open && <FilterBuilder {...props} />}</Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
