import { Suspense } from 'react'
import type { CapKind } from '#contract/caps-api.ts'
import { lazyWithWords } from '../i18n/lazy-with-words.ts'
import { SideDrawer } from '../ui/side-drawer.tsx'
import { Waiting } from '../ui/waiting.tsx'

const CapDetails = lazyWithWords(() => import('./cap-details.tsx'), 'CapDetails', 'caps')

interface Props {
  title: string
  /** What a value of `?cap=` means. */
  read(value: string): { kind: CapKind; id: number }
}

/** `?cap=` opens the monthly cap and the cost of a server, or the cap of an inbound. */
export const CapDrawer = ({ title, read }: Props) => (
  <SideDrawer param="cap" title={() => title}>
    {(value) => (
      <Suspense fallback={<Waiting />}>
        <CapDetails key={value} {...read(value)} />
      </Suspense>
    )}
  </SideDrawer>
)
