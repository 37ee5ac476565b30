import type { Coded } from '#contract/coded.ts'
import { inEnglish } from '#domain/refusal.ts'

/** Progress of an install, for the terminal and the UI. */
export interface Progress {
  step: 'download' | 'verify' | 'unpack' | 'build' | 'copy' | 'done'
  percent?: number
  message: string
  messageCoded: Coded
}
export type Report = (progress: Progress) => void

export const stepOf = (step: Progress['step'], said: Coded, percent?: number): Progress => ({
  step,
  message: inEnglish(said),
  messageCoded: said,
  ...(percent !== undefined && { percent }),
})

const LINE_MS = 5_000

/** Which steps a log needs: a new kind at once, else one every few seconds, and none that an earlier attempt had. */
export function createStepFilter(now: () => number = () => performance.now()) {
  const logged = new Set<string>()
  let last: { step: Progress['step']; at: number } | undefined
  return ({ step, message }: Progress): boolean => {
    const isSoon = last?.step === step && now() - last.at < LINE_MS
    if (isSoon || logged.has(message)) return false
    last = { step, at: now() }
    logged.add(message)
    if (step === 'done') logged.clear()
    return true
  }
}
