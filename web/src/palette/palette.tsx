import { Modal } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import { useServices } from '../services.tsx'
import { useCell } from '../ui/cell.ts'
import { SearchIcon } from '../ui/icons.tsx'
import { Keys } from '../verbs/keys.tsx'
import { finders } from './finders.ts'
import { matchingVerbs } from './matching.ts'
import styles from './palette.module.css'
import { type Entry, PaletteList, type Section } from './palette-list.tsx'
import { useClientActions } from './use-client-actions.ts'
import { useFound } from './use-found.ts'

/** Everything by name: commands of the page and the panel, and whatever the server finds. */
interface Props {
  opened: boolean
  /** Keys typed before the field was ready. */
  early: string
  onClose(): void
}

export function Palette({ opened, early, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={620}
      yOffset="9vh"
      padding={0}
      radius="lg"
      zIndex={350}
      transitionProps={{ duration: 80 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('palette.title')}>
        <Search early={early} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  )
}

function Search({ early, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation()
  const [written, setTyped] = useState<string>()
  const typed = written ?? early
  const [at, setAt] = useState(0)
  const [waiting, setWaiting] = useState(false)
  const list = useId()
  const { sections, settled } = useSections(typed)
  const entries = sections.flatMap((section) => section.entries)
  const chosen = entries[Math.min(at, entries.length - 1)]

  function run(entry: Entry) {
    onClose()
    entry.run()
  }
  // Enter was pressed before the results arrived: it runs the first one.
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (!waiting || !settled) return
    setWaiting(false)
    if (chosen) latest.current(chosen)
  }, [waiting, settled, chosen])

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setAt(
        (old) => (Math.min(old, entries.length - 1) + step + entries.length) % Math.max(1, entries.length),
      )
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (!settled) setWaiting(true)
      else if (chosen) run(chosen)
    }
  }

  return (
    <>
      <div className={styles.field}>
        <SearchIcon />
        <input
          data-autofocus
          className={styles.input}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
          placeholder={t('palette.placeholder')}
          aria-label={t('palette.title')}
          role="combobox"
          aria-expanded
          aria-controls={list}
          aria-activedescendant={chosen && `${list}-${chosen.id}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="auto"
        />
        <Keys keys="Esc" />
      </div>
      <PaletteList id={list} sections={sections} chosen={chosen} onRun={run} settled={settled} />
    </>
  )
}

function useSections(typed: string): { sections: Section[]; settled: boolean } {
  const { t } = useTranslation()
  const { verbs, place } = useServices()
  const groups = useCell(verbs.groups)
  const { found, settled } = useFound(typed)
  const actions = useClientActions(typed)
  const sections = useMemo(() => {
    const said = matchingVerbs(groups, typed).map(
      ({ title, verbs: some }): Section => ({
        title,
        entries: some.map(({ id, label, icon, keys, run }) => ({ id, title: label, icon, keys, run })),
      }),
    )
    const objects = found.map((items, i): Section => {
      const { title, icon } = finders[i]! // one list for each finder
      return {
        title: t(title),
        entries: items.map(({ to, ...item }) => ({ ...item, icon, run: () => place.go(to) })),
      }
    })
    return [...said, ...objects]
  }, [groups, found, typed, t, place])
  const phrases: Section = { title: t('palette.actions'), entries: actions.entries }
  return {
    sections: [phrases, ...sections].filter(({ entries }) => entries.length > 0),
    settled: settled && actions.settled,
  }
}
