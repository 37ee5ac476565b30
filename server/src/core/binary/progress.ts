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
