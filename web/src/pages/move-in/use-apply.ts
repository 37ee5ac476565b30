import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { MoveInPlan, MoveInResult } from '#contract/move-in-api.ts'
import { moveInEndpoints } from '../../api/backup-endpoints.ts'
import { isDirect, untilMoved } from '../../api/next-address.ts'
import { paths } from '../../paths.ts'
import { useServices } from '../../services.tsx'

const doneAt = `${paths.moveIn}?done=1`

export interface GoingTo {
  url: string
  /** The panel opened it, or the reader has to. */
  isLate: boolean
}

/** Imports, and goes to where the panel is from then on. */
export function useApply({ id, options, effect }: MoveInPlan) {
  const { api, base, live, place, queries } = useServices()
  const [going, setGoing] = useState<GoingTo>()

  async function follow({ panelUrl, restarts }: MoveInResult): Promise<void> {
    api.forgetToken()
    const from = new URL(base, location.href).href
    const to = new URL(panelUrl, location.href).href
    if (!restarts || to === from) {
      await queries.invalidateQueries()
      return place.go(doneAt, 'replace')
    }
    const url = to + doneAt
    const direct = isDirect(new URL(location.href), effect.panel.from)
    setGoing({ url, isLate: !direct })
    if (!direct) return
    live.stop() // its socket closes with the old address: that is no lost connection
    if (await untilMoved(from, to)) location.assign(url)
    else setGoing({ url, isLate: true })
  }

  const apply = useMutation({
    mutationFn: () => api.call(moveInEndpoints.apply, { params: { staged: id }, body: options }),
    onSuccess: (result) => void follow(result),
  })
  return { apply, going }
}
