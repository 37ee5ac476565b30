import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Block } from '#contract/inbound.ts'
import type { TestResult } from '#contract/outbounds-api.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { sayError } from '../../../ui/say-error.ts'
import { useStored } from '../../../ui/stored.ts'
import type { OutboundRow } from './rows.ts'

export const testModes = ['http', 'real', 'tcp'] as const
export type TestMode = (typeof testModes)[number]
const isMode = (value: unknown): value is TestMode => testModes.some((mode) => mode === value)

/** By tag; `waiting` until the result arrives. */
export type Tested = TestResult | 'waiting'
export type Results = Readonly<Record<string, Tested>>

/** As many as the panel tests in parallel, so that results arrive in batches. */
const BATCH = 8
const key = ['outbound tests'] as const

/** Tests run immediately and use the draft: an outbound can be tested before it is applied. */
export function useOutboundTests(rows: readonly OutboundRow[]) {
  const { t } = useTranslation()
  const { api, queries } = useServices()
  const [mode, setMode] = useStored<TestMode>('sluice-outbound-test', 'http', isMode)
  const [busy, setBusy] = useState(false)
  // Kept while the app is open; this query fetches nothing.
  const { data: results = {} } = useQuery<Results>({ queryKey: key, queryFn: () => ({}), initialData: {} })
  const note = (some: Results) => queries.setQueryData<Results>(key, (old) => ({ ...old, ...some }))

  async function batch(part: readonly OutboundRow[], all: readonly Block[]): Promise<void> {
    try {
      const outbounds = part.map(({ outbound }) => outbound)
      const answers = await api.call(endpoints.outbounds.testMany, {
        body: { outbounds, allOutbounds: [...all], mode },
      })
      note(Object.fromEntries(part.flatMap((row, i) => (answers[i] ? [[row.key, answers[i]]] : []))))
    } catch (error) {
      const failed: TestResult = { success: false, delay: 0, error: sayError(t, error) }
      note(Object.fromEntries(part.map((row) => [row.key, failed])))
    }
  }

  async function test(some: readonly OutboundRow[]): Promise<void> {
    const all = rows.map(({ outbound }) => outbound)
    setBusy(true)
    note(Object.fromEntries(some.map((row) => [row.key, 'waiting' as const])))
    for (let at = 0; at < some.length; at += BATCH) await batch(some.slice(at, at + BATCH), all)
    setBusy(false)
  }
  return { results, mode, setMode, busy, test }
}

export type OutboundTests = ReturnType<typeof useOutboundTests>
