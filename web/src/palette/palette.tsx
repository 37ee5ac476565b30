import { Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { ClientSlim } from '#contract/client-bodies.ts'
import { endpoints, useReply } from '../api/endpoints.ts'
import { Keys } from '../commands/keys.tsx'
import { useRowMenu } from '../pages/clients/use-row-menu.ts'
import { type Services, useApp, useServices } from '../services.tsx'
import type { MenuEntry } from '../table/row-menu.tsx'
import { useCell } from '../ui/cell.ts'
import { SearchIcon } from '../ui/icons.tsx'
import { type Found, finders } from './finders.ts'
import { matchingCommands } from './matching.ts'
import styles from './palette.module.css'
import { type Entry, PaletteList, type Section } from './palette-list.tsx'

/** Everything by name: commands of the page and the panel, and whatever the server finds. */
interface Props {
  opened: boolean
  /** Keys typed before the field was ready. */
  early: string
  onClose(): void
}

export function Palette({ opened, early, onClose }: Props) {
  const { t } = useApp()
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
  const { t } = useApp()
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
  const { t, commands, router } = useApp()
  const groups = useCell(commands.groups)
  const { found, settled } = useFound(typed)
  const actions = useClientActions(typed)
  const sections = useMemo(() => {
    const said = matchingCommands(groups, typed).map(
      ({ title, commands: some }): Section => ({
        title,
        entries: some.map(({ id, label, icon, keys, run }) => ({ id, title: label, icon, keys, run })),
      }),
    )
    const objects = found.map((items, i): Section => {
      const { title, icon } = finders[i]! // one list for each finder
      return {
        title: t(title),
        entries: items.map(({ to, ...item }) => ({ ...item, icon, run: () => router.go(to) })),
      }
    })
    return [...said, ...objects]
  }, [groups, found, typed, t, router])
  const phrases: Section = { title: t('palette.actions'), entries: actions.entries }
  return {
    sections: [phrases, ...sections].filter(({ entries }) => entries.length > 0),
    settled: settled && actions.settled,
  }
}

async function findAll(text: string, services: Services, signal: AbortSignal): Promise<Found[][]> {
  // One failing finder (a page of another version) must not break the others.
  return Promise.all(finders.map(({ find }) => find(text, services, signal).catch(() => [])))
}

/** Search results from the server, debounced. */
function useFound(typed: string) {
  const services = useServices()
  const [text] = useDebouncedValue(typed.trim(), 120)
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['palette', text],
    queryFn: ({ signal }) => findAll(text, services, signal),
    enabled: text !== '',
    staleTime: 5_000,
    placeholderData: keepPreviousData,
  })
  return {
    found: text === '' || typed.trim() === '' ? [] : (data ?? []),
    /** The list belongs to the current text in the field. */
    settled: text === typed.trim() && !(isFetching && (isPlaceholderData || !data)),
  }
}

/** A phrase is about few clients: the best matches come first. */
const MOST = 4

/** "renew ali" is a command and a client; the command alone is not a phrase yet. */
function phraseOf(typed: string): { verb: string; name: string } | undefined {
  const [, verb = '', name = ''] = /^\s*(\S{2,})\s+(.*\S)\s*$/.exec(typed) ?? []
  return name ? { verb: verb.toLowerCase(), name } : undefined
}

/** By a word of its name in the reader's language, or by its English one. */
const isMeant = ({ label, words = '' }: Pick<MenuEntry, 'label' | 'words'>, verb: string): boolean =>
  `${label} ${words}`
    .toLowerCase()
    .split(/\s+/)
    .some((word) => word.startsWith(verb))

/** Commands on a client by name, from every page: "renew alice", "revoke bob", "copy carl". */
function useClientActions(typed: string): { entries: Entry[]; settled: boolean } {
  const phrase = phraseOf(typed)
  const [name] = useDebouncedValue(phrase?.name ?? '', 120)
  const { data: names } = useReply(endpoints.clients.onlines)
  const online = useMemo(() => new Set(names), [names])
  const commands = useRowMenu(online)
  // All commands, without a client: if the first word matches none of them, this is not a phrase.
  const isCommand = phrase !== undefined && commands(nobody).some((entry) => isMeant(entry, phrase.verb))
  const query = { page: 1, pageSize: MOST, search: name } as never // the contract's query has every key
  const { data, isFetching, isPlaceholderData } = useReply(endpoints.clients.listPaged, {
    query,
    enabled: isCommand && name !== '',
    placeholderData: keepPreviousData,
  })
  if (!phrase || !isCommand) return { entries: [], settled: true }
  const entries = (data?.items ?? []).flatMap((client) =>
    commands(client)
      .filter((entry) => isMeant(entry, phrase.verb))
      .map(({ label, icon, hint, why, run, now }) => ({
        id: `${label} ${client.email}`,
        title: `${label}: ${client.email}`,
        hint: why ?? hint ?? '',
        icon,
        run: why === undefined ? (now ?? run) : () => {},
      })),
  )
  const settled = name === phrase.name && !(isFetching && (isPlaceholderData || !data))
  return { entries, settled }
}

const nobody = { email: '', enable: true, traffic: { up: 1, down: 0 } } as ClientSlim // for its labels only
