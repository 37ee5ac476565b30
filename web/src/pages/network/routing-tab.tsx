import { useDraft } from './draft.tsx'

export function RoutingTab() {
  const { template } = useDraft()
  return <pre>{JSON.stringify(template, null, 2)}</pre>
}
