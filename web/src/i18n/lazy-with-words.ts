import { type ComponentType, lazy } from 'react'
import type { WordFile } from './files.ts'
import { words } from './words.ts'

/**
 * A component in a chunk of its own, fetched beside its words when it is first drawn:
 * `lazyWithWords(() => import('./network-page.tsx'), 'NetworkPage', 'network')`.
 */
export const lazyWithWords = <N extends string, P>(
  load: () => Promise<Record<N, ComponentType<P>>>,
  name: N,
  ...files: WordFile[]
) => {
  const page = lazy(async () => {
    const [module] = await Promise.all([load(), words.need(...files)])
    return { default: module[name] }
  })
  /** Its code may be on the way before it is drawn. */
  return Object.assign(page, { ahead: load })
}
