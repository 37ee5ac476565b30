import type { ReactNode } from 'react'
import { createCell } from './cell.ts'

export interface Question {
  title: string
  text?: ReactNode
  /** The button's text: the verb, never "OK". */
  verb: string
  /** How many online clients would be disconnected; 0 is shown too. */
  online?: number
  /** Red, for what cannot be undone. */
  danger?: boolean
  /** What must be typed first; only for a few destructive actions. */
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
