import { useStored } from '../../ui/stored.ts'

/** A named filter with its sort order, kept in this browser. */
export interface View {
  name: string
  q: string
  sort: string
}

const isView = (value: unknown): value is View => {
  const { name, q, sort } = (value ?? {}) as Partial<View> // checked next
  return [name, q, sort].every((text) => typeof text === 'string')
}
const areViews = (value: unknown): value is View[] => Array.isArray(value) && value.every(isView)
const none: View[] = []

export const useViews = () => useStored('sluice-clients-views', none, areViews)

/** Below the base path. */
export const placeOfView = ({ q, sort }: View): string => {
  const search = new URLSearchParams({ ...(q && { q }), ...(sort && { sort }) })
  return `panel/clients?${search}`
}
