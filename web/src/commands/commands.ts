import type { ComponentType } from 'react'
import { createCell } from '../ui/cell.ts'

export interface Command {
  /** Unique: `clients.new`. */
  id: string
  label: string
  run(): void
  icon?: ComponentType<{ size?: number }>
  /** One key (`n`, `/`, `?`) or two in sequence (`g c`). */
  keys?: string
  /** Only a shortcut: listed in the help, not in the palette. */
  keyOnly?: boolean
  /** Also works while a side drawer is open. */
  inDrawer?: boolean
  /** Disconnects people: the palette lists it last, so that Enter never takes it by chance. */
  disconnects?: true
  /** More keywords for the palette. */
  words?: string
}

export interface CommandGroup {
  title: string
  commands: readonly Command[]
}

/** The commands available right now: pages add theirs when they open and remove them when they close. */
export function createCommands() {
  const groups = createCell<readonly CommandGroup[]>([])
  return {
    groups,
    add(group: CommandGroup): () => void {
      groups.set([group, ...groups.get()])
      return () => groups.set(groups.get().filter((other) => other !== group))
    },
    /** The page's commands come before those of the shell. */
    all: (): Command[] => groups.get().flatMap(({ commands }) => commands),
  }
}
