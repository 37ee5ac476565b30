import { createCell } from './cell.ts'

export interface Toast {
  id: number
  text: string
  tone: 'good' | 'info' | 'warn' | 'bad'
  /** Undoes the action; shown as a button. */
  undo?: () => Promise<unknown>
}

type Holder = 'pointer' | 'focus'

/** A past toast, for the Activity page. */
export type PastToast = Pick<Toast, 'id' | 'text' | 'tone'> & { at: number }

const LIFE_MS = 7_000
/** An undo needs time to be noticed and considered. */
const UNDO_MS = 20_000
const MOST = 4
const KEPT = 100

/** Only for events outside the current form, or with undo: a form shows its own result. */
export function createToasts() {
  const shown = createCell<readonly Toast[]>([])
  const past = createCell<readonly PastToast[]>([])
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  /** What holds each toast: the pointer, the focus, or both. */
  const holds = new Map<number, Set<Holder>>()
  let last = 0

  const drop = (id: number) => {
    clearTimeout(timers.get(id))
    timers.delete(id)
    holds.delete(id)
    shown.set(shown.get().filter((toast) => toast.id !== id))
  }
  const hold = (id: number, by: Holder) => {
    holds.set(id, new Set([...(holds.get(id) ?? []), by]))
    clearTimeout(timers.get(id))
  }
  const startClock = (id: number) => {
    clearTimeout(timers.get(id))
    const life = shown.get().some((toast) => toast.id === id && toast.undo) ? UNDO_MS : LIFE_MS
    timers.set(
      id,
      setTimeout(() => drop(id), life),
    )
  }
  const letGo = (id: number, by: Holder) => {
    holds.get(id)?.delete(by)
    if ((holds.get(id)?.size ?? 0) === 0) startClock(id)
  }

  return {
    shown,
    /** Everything shown since the page was loaded, newest first. */
    past,
    drop,
    /** A toast stays while hovered or focused (WCAG 2.2.1). */
    hold,
    letGo,
    show(toast: Omit<Toast, 'id'>): number {
      last += 1
      shown.set([...shown.get(), { ...toast, id: last }].slice(-MOST))
      const { text, tone } = toast
      past.set([{ id: last, text, tone, at: Date.now() }, ...past.get()].slice(0, KEPT))
      startClock(last)
      return last
    },
  }
}
