import { createInterface } from 'node:readline/promises'
import { Refusal } from '#domain/refusal.ts'

/** Asks the person at the terminal. Where nobody could answer, the command needs --yes. */
export async function agreed(
  question: string,
  needsYes: 'cli.import-needs-yes' | 'cli.update-needs-yes',
): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) throw new Refusal(needsYes)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}
