import type { ReactNode } from 'react'
import { createCell } from './cell.ts'

export interface Question {
  title: string
  text?: ReactNode
  /** What the button says: the verb, never "OK". */
  verb: string
  /** Clients that are online now and lose their connection by it; 0 is worth saying too. */
  online?: number
  /** Red, for what cannot be taken back. */
  danger?: boolean
  /** What must be typed first; only for the few actions of screens.md 5.8. */
  typed?: string
}

export interface Asked extends Question {
  answer(yes: boolean): void
}

/** One question at a time, asked from anywhere: `if (await ask({ title, verb })) ...`. */
export function createQuestions() {
  const asked = createCell<Asked | undefined>(undefined)
  return {
    asked,
    ask(question: Question): Promise<boolean> {
      asked.get()?.answer(false)
      return new Promise((resolve) => {
        asked.set({
          ...question,
          answer(yes) {
            asked.set(undefined)
            resolve(yes)
          },
        })
      })
    },
  }
}

export type Questions = ReturnType<typeof createQuestions>
