import { useEffect, useRef } from 'react'
import { useServices } from '../services.tsx'
import type { Verb } from './verbs.ts'

/** Brings a page's verbs to the palette, the keyboard and the help: `useVerbs(t('clients.title'), [{ id, label, run, keys }])`. */
export function useVerbs(title: string, verbs: readonly Verb[]): void {
  const { verbs: registry } = useServices()
  const latest = useRef(verbs)
  latest.current = verbs
  // Registered anew when what can be seen of them changes; a new function alone is looked up when it is run.
  const face = JSON.stringify(verbs.map(({ id, label, keys, words }) => [id, label, keys, words]))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `face` stands for the verbs
  useEffect(() => {
    const run = (id: string) => () => latest.current.find((verb) => verb.id === id)?.run()
    return registry.add({ title, verbs: latest.current.map((verb) => ({ ...verb, run: run(verb.id) })) })
  }, [registry, title, face])
}
