import type { Coded } from '#contract/coded.ts'
import { inEnglish } from '#domain/refusal.ts'

/** What an install says while it goes on: for the terminal and the UI alike. */
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
