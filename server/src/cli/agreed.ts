import { createInterface } from 'node:readline/promises'
import type { Refusal } from '#domain/refusal.ts'

/** Asks the person at the terminal. Where nobody could answer, `unasked` says which flag the command needs. */
export async function agreed(question: string, unasked: Refusal): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) throw unasked
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}
