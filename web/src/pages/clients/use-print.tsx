import { Suspense, useCallback, useState } from 'react'
import { lazyWithWords } from '../../i18n/lazy-with-words.ts'

/** A card for paper. */
export interface PrintedCard {
  email: string
  /** What the QR code says: the subscription's address, or a link. */
  code: string
  /** The address of the subscription, if there is one. */
  address?: string | undefined
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
