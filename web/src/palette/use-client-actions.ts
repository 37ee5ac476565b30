import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ClientSlim } from '#contract/client-bodies.ts'
import { endpoints } from '../api/endpoints.ts'
import { replyOf } from '../api/queries.ts'
import { useRowMenu } from '../pages/clients/use-row-menu.ts'
import { useServices } from '../services.tsx'
import type { MenuEntry } from '../table/row-menu.tsx'
import type { Entry } from './palette-list.tsx'

/** A phrase is about few clients: the best matches come first. */
const MOST = 4

/** "renew ali" is a command and a client; the command alone is not a phrase yet. */
export function phraseOf(typed: string): { verb: string; name: string } | undefined {
  const [, verb = '', name = ''] = /^\s*(\S{2,})\s+(.*\S)\s*$/.exec(typed) ?? []
  return name ? { verb: verb.toLowerCase(), name } : undefined
}

/** By a word of its name in the reader's language, or by its English one. */
export const isMeant = ({ label, words = '' }: Pick<MenuEntry, 'label' | 'words'>, verb: string): boolean =>
  `${label} ${words}`
    .toLowerCase()
    .split(/\s+/)
    .some((word) => word.startsWith(verb))

/** Commands on a client by name, from every page: "renew alice", "revoke bob", "copy carl". */
export function useClientActions(typed: string): { entries: Entry[]; settled: boolean } {
  const { api } = useServices()
  const phrase = phraseOf(typed)
  const [name] = useDebouncedValue(phrase?.name ?? '', 120)
  const { data: names } = useQuery(replyOf(api, endpoints.clients.onlines))
  const online = useMemo(() => new Set(names), [names])
  const verbs = useRowMenu(online)
  // All commands, without a client: if the first word matches none of them, this is not a phrase.
  const isVerb = phrase !== undefined && verbs(nobody).some((entry) => isMeant(entry, phrase.verb))
  const query = { page: 1, pageSize: MOST, search: name } as never // the contract's query has every key
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...replyOf(api, endpoints.clients.listPaged, { query }),
    enabled: isVerb && name !== '',
    placeholderData: keepPreviousData,
  })
  if (!phrase || !isVerb) return { entries: [], settled: true }
  const entries = (data?.items ?? []).flatMap((client) =>
    verbs(client)
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
