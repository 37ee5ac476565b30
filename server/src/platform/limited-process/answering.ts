import { writeFileSync } from 'node:fs'
import { serialize } from 'node:v8'
import { type SentError, sentError } from '../thread/sent-error.ts'

export interface Question {
  id: number
  op: string
  given: unknown
}

export type Answer =
  | { id: number; result: unknown }
  | { id: number; tooLarge: true }
  | { id: number; error: SentError }

/** The panel unpacks an answer in one go, so it must not be larger. */
const mostAnswerBytes = 16 * 1024 * 1024

/** If the machine runs out of memory, this process is the one to end. */
function beFirstToEnd(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // no Linux, or not allowed
  }
}

/** The other end of `startLimited`: answers one question after the other, and ends with the panel. */
export function answerParent(answer: (op: string, given: unknown) => unknown): void {
  beFirstToEnd()

  async function reply({ id, op, given }: Question): Promise<Answer> {
    try {
      const result: unknown = await answer(op, given)
      return serialize(result).length > mostAnswerBytes ? { id, tooLarge: true } : { id, result }
    } catch (error) {
      return { id, error: sentError(error) }
    }
  }

  process.on('disconnect', () => process.exit())
  process.on('message', (question: Question) => void reply(question).then((one) => process.send?.(one)))
}
