import { type ComponentType, lazy } from 'react'
import type { WordFile } from './catalogue.ts'
import { words } from './words.ts'

/**
 * A component in its own chunk, loaded together with its messages on first render: `lazyWithWords(() =>
 * import('./network-page.tsx'), 'NetworkPage', 'network')`.
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
  /** Starts loading the code before the first render. */
  return Object.assign(page, { ahead: load })
}
