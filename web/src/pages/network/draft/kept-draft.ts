import { isBlock } from '#domain/inbounds/stream.ts'
import type { Template } from './template.ts'

export interface Kept {
  /** The stored template that it started from, as text: if that differs now, another user saved meanwhile. */
  base: string
  template: Template
  outboundTestUrl: string
}

/** Two panels may share an origin under two base paths. */
const keyOf = (base: string) => `sluice-network-draft ${base}`

const isKept = (value: unknown): value is Kept =>
  isBlock(value) &&
  isBlock(value.template) &&
  typeof value.base === 'string' &&
  typeof value.outboundTestUrl === 'string'

/** A draft lives as long as the browser tab: it survives a reload, a lost session and visits to other pages. */
export function readKept(base: string): Kept | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(base)) ?? 'null')
    return isKept(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function writeKept(base: string, kept: Kept | undefined): void {
  try {
    if (kept) sessionStorage.setItem(keyOf(base), JSON.stringify(kept))
    else sessionStorage.removeItem(keyOf(base))
  } catch {
    // Storage is full or blocked: the draft is kept until the page is left.
  }
}
