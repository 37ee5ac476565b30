import { type ComponentType, lazy } from 'react'
import type { WordFile } from './catalogue.ts'
import { words } from './words.ts'

/** Before the second, third and fourth request. */
const waitsMs = [300, 1_000, 3_000]

/**
 * Code in its own chunk, with its messages. What does not arrive is requested again: one lost connection must not break
 * the page.
 */
export async function withWords<M>(load: () => Promise<M>, ...files: WordFile[]): Promise<M> {
  const request = () => Promise.all([load(), words.need(...files)])
  for (const ms of waitsMs) {
    try {
      return (await request())[0]
    } catch {
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
  }
  return (await request())[0]
}

/**
 * A component in its own chunk, loaded together with its messages on first render: `lazyWithWords(() =>
 * import('./network-page.tsx'), 'NetworkPage', 'network')`.
 */
export const lazyWithWords = <N extends string, P>(
  load: () => Promise<Record<N, ComponentType<P>>>,
  name: N,
  ...files: WordFile[]
) => {
  const page = lazy(async () => ({ default: (await withWords(load, ...files))[name] }))
  /** Starts loading the code before the first render. */
  return Object.assign(page, { ahead: load })
}
