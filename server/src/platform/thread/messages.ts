import type { SentError } from './sent-error.ts'

/** A question has one answer. With `ahead` it has many: that many parts may be made before the panel takes the first. */
export type ToThread =
  | { id: number; op: string; given: readonly unknown[]; ahead?: number }
  | { id: number; more: true }
  | { id: number; stop: true }

export type FromThread =
  | { id: number; result: unknown }
  | { id: number; part: unknown }
  | { id: number; end: true }
  | { id: number; error: SentError }

/** A part whose buffers are handed over instead of copied. */
export class Moved<Part> {
  readonly part: Part
  readonly buffers: readonly ArrayBuffer[]
  constructor(part: Part, buffers: readonly ArrayBuffer[]) {
    this.part = part
    this.buffers = buffers
  }
}

type Source<Part> = Iterator<Part> | AsyncIterator<Part>

/** What a thread's program offers: functions, and generators whose values come part by part. */
export type Operations = Record<string, (...given: never[]) => unknown>
export type GivenTo<O extends Operations, K extends keyof O> = Parameters<O[K]>
export type ResultOf<O extends Operations, K extends keyof O> = Awaited<ReturnType<O[K]>>
export type PartOf<O extends Operations, K extends keyof O> =
  ReturnType<O[K]> extends Source<infer Part> ? (Part extends Moved<infer Inner> ? Inner : Part) : never
