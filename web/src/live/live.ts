import type { EventFrame } from '#contract/events.ts'
import { createCell } from '../ui/cell.ts'

export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'paused'

/** Status arrives every two seconds: a socket silent for this long is dead, whatever the browser believes. */
const SILENCE_MS = 15_000
const FIRST_WAIT_MS = 500
/** A socket that lived this long resets the backoff; otherwise opening and closing at once would spin. */
const GOOD_MS = 5_000
const LONGEST_WAIT_MS = 15_000

interface Deps {
  connect(): WebSocket
  /** Resolves when the session is valid (after a re-login if needed), rejects when the panel does not respond. */
  checkSession(): Promise<unknown>
  onFrame(frame: EventFrame): void
  /** Frames were missed since it was last live. */
  onBack(): void
}

/** The page's only socket. It reconnects as long as the page lives, unless the user paused it. */
export function createLive({ connect, checkSession, onFrame, onBack }: Deps) {
  const state = createCell<LiveState>('connecting')
  let socket: WebSocket | undefined
  let failures = 0
  let wasLive = false
  /** Incremented by every start and pause, so that work of an earlier round is ignored. */
  let round = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function watchSilence(open: WebSocket): void {
    clearTimeout(timer)
    timer = setTimeout(() => open.close(), SILENCE_MS)
  }

  function open(): void {
    const own = round
    const opened = connect()
    let openedAt = Number.POSITIVE_INFINITY
    socket = opened
    opened.onopen = () => {
      openedAt = Date.now()
      if (wasLive) onBack()
      wasLive = true
      state.set('live')
      watchSilence(opened)
    }
    opened.onmessage = ({ data }) => {
      watchSilence(opened)
      onFrame(JSON.parse(String(data)))
    }
    opened.onclose = () => {
      if (own !== round) return
      clearTimeout(timer)
      if (Date.now() - openedAt >= GOOD_MS) failures = 0
      void reopen(own)
    }
  }

  /** Browsers do not say why a handshake failed; a REST call finds out whether the session ended. */
  async function reopen(own: number): Promise<void> {
    state.set('reconnecting')
    try {
      if (failures > 0) await wait(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures))
      failures += 1
      await checkSession()
      if (own === round) open()
    } catch {
      if (own === round) void reopen(own)
    }
  }

  function stop(): void {
    round += 1
    clearTimeout(timer)
    socket?.close()
    socket = undefined
  }

  return {
    state,
    start(): void {
      stop()
      failures = 0
      state.set(wasLive ? 'reconnecting' : 'connecting')
      open()
    },
    pause(): void {
      stop()
      state.set('paused')
    },
    /** The page no longer needs it (logout, login page). */
    stop,
  }
}

/** Cut short when the network comes back. */
function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
  })
}
