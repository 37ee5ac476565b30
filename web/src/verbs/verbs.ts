import type { ComponentType } from 'react'
import { createCell } from '../ui/cell.ts'

export interface Verb {
  /** Unique: `clients.new`. */
  id: string
  label: string
  run(): void
  icon?: ComponentType<{ size?: number }>
  /** One key (`n`, `/`, `?`) or two after each other (`g c`). */
  keys?: string
  /** Only a key, listed in the help: nothing that one would look for in the palette. */
  keyOnly?: boolean
  /** A key that works while a side drawer is open, where those of the page do not. */
  inDrawer?: boolean
  /** More words that find it in the palette. */
  words?: string
}

export interface VerbGroup {
  title: string
  verbs: readonly Verb[]
}

/** What can be done right now: pages bring their verbs when they open and take them along when they close. */
export function createVerbs() {
  const groups = createCell<readonly VerbGroup[]>([])
  return {
    groups,
    add(group: VerbGroup): () => void {
      groups.set([group, ...groups.get()])
      return () => groups.set(groups.get().filter((other) => other !== group))
    },
    /** The page's own come before those of the frame. */
    all: (): Verb[] => groups.get().flatMap(({ verbs }) => verbs),
  }
}

export type Verbs = ReturnType<typeof createVerbs>
