import { useEffect, useRef } from 'react'
import { useServices } from '../services.tsx'
import type { Verb } from './verbs.ts'

/**
 * Registers a page's commands for the palette, the keyboard and the help: `useVerbs(t('clients.title'), [{
 * id, label, run, keys }])`.
 */
export function useVerbs(title: string, verbs: readonly Verb[]): void {
  const { verbs: registry } = useServices()
  const latest = useRef(verbs)
  latest.current = verbs
  // Registered again when a visible part changes; the current function is looked up when it runs.
  const face = JSON.stringify(verbs.map(({ id, label, keys, words }) => [id, label, keys, words]))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `face` stands for the verbs
  useEffect(() => {
    const run = (id: string) => () => latest.current.find((verb) => verb.id === id)?.run()
    return registry.add({ title, verbs: latest.current.map((verb) => ({ ...verb, run: run(verb.id) })) })
  }, [registry, title, face])
}
