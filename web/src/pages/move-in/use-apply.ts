import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { MoveInPlan, MoveInResult } from '#contract/move-in-api.ts'
import { endpoints } from '../../api/endpoints.ts'
import { isDirect, untilMoved } from '../../api/next-address.ts'
import { paths } from '../../paths.ts'
import { useServices } from '../../services.tsx'

/** What is true from now on is in the address of the last step: the page may be another one by then. */
function doneAt({ tookSettings, subscriptionsUrl }: MoveInResult): string {
  const told = new URLSearchParams({ done: tookSettings ? '1' : 'own', subs: subscriptionsUrl })
  return `${paths.moveIn}?${told}`
}

export interface GoingTo {
  url: string
  /** The panel opened it, or the reader has to. */
  isLate: boolean
}

/** Imports, then opens the panel at its new address. */
export function useApply({ id, options, effect }: MoveInPlan) {
  const { api, base, live, router, queries } = useServices()
  const [going, setGoing] = useState<GoingTo>()

  async function follow(result: MoveInResult): Promise<void> {
    const { panelUrl, restarts } = result
    api.forgetToken()
    const from = new URL(base, location.href).href
    const to = new URL(panelUrl, location.href).href
    if (!restarts || to === from) {
      await queries.invalidateQueries()
      return router.go(doneAt(result), 'replace')
    }
    const url = to + doneAt(result)
    const direct = isDirect(new URL(location.href), effect.panel.from)
    setGoing({ url, isLate: !direct })
    if (!direct) return
    live.stop() // its socket closes with the old address: that is no lost connection
    if (await untilMoved(from, to)) location.assign(url)
    else setGoing({ url, isLate: true })
  }

  const apply = useMutation({
    mutationFn: () => api.call(endpoints.moveIn.apply, { params: { staged: id }, body: options }),
    onSuccess: (result) => void follow(result),
  })
  return { apply, going }
}
