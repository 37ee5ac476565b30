import { Suspense, useCallback, useState } from 'react'
import type { ClientSlim } from '#contract/client-bodies.ts'
import { endpoints, replyOf } from '../../api/endpoints.ts'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'
import type { Services } from '../../services.tsx'
import type { Selection } from '../../table/use-selection.ts'
import { subscriptionsOf } from './access.ts'
import { allMatching, fewAtOnce, type ListQuery } from './use-clients.ts'

/** A card for paper. */
export interface PrintedCard {
  email: string
  /** What the QR code says: the subscription's address, or a link. */
  code: string
  /** The address of the subscription, if there is one. */
  address?: string | undefined
  /** Whose app reads the code, if it is not one that reads links. */
  app?: 'wireguard' | undefined
}

const PrintCards = lazyWithWords(() => import('./print-cards.tsx'), 'PrintCards', 'print-card')

/** `print(cards)` opens the browser's print dialog; `sheet` must be rendered for it. */
export function usePrint() {
  const [cards, print] = useState<readonly PrintedCard[]>([])
  const onDone = useCallback(() => print([]), [])
  const sheet = cards.length > 0 && (
    <Suspense>
      <PrintCards cards={cards} onDone={onDone} />
    </Suspense>
  )
  return { print, sheet }
}

/** More would keep the browser busy for long, and are 125 sheets of paper. */
export const MOST_CARDS = 500

/** The cards of the chosen clients, each with its subscription, or its first link if nobody can reach that; a client without either has none. */
export async function cardsOf(
  { api, queries }: Services,
  query: ListQuery,
  { all, names, has }: Selection,
): Promise<PrintedCard[]> {
  const settings = await queries.ensureQueryData(replyOf(api, endpoints.setting.defaultSettings))
  const people: readonly Pick<ClientSlim, 'email' | 'subId'>[] = all
    ? (await allMatching(api, queries, query)).filter(({ email }) => has(email))
    : await fewAtOnce(
        [...names],
        async (email) => (await api.call(endpoints.clients.get, { params: { email } })).client,
      )
  const cards = await fewAtOnce(people, async ({ email, subId }): Promise<PrintedCard[]> => {
    const [page] = subscriptionsOf(subId, settings)
    if (page && !page.isLocal) return [{ email, code: page.url, address: page.url }]
    const [code] = await api.call(endpoints.clients.links, { params: { email } })
    return code ? [{ email, code }] : []
  })
  return cards.flat()
}
