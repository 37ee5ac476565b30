import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Certificate } from './certificate.ts'
import type { Challenges } from './challenges.ts'
import type { TrustedProxies } from './origin.ts'

/** Who answers requests and upgrades. */
export interface RequestHandlers {
  request: RequestListener
  /** Absent: there are no WebSockets, and such requests are answered like others. */
  upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
}

/** What a panel serves on a listener. */
export interface Service {
  handlers: RequestHandlers
  /** Absent: plain HTTP. */
  certificate: Certificate | undefined
  challenges: Challenges | undefined
  /** Whose word about the caller's address counts. */
  trusted?: (() => TrustedProxies) | undefined
}

/** A caller that waited this long for the next service is told to come again, before its connection times out. */
const longestWaitMs = 25_000
const mostWaiting = 1_000

/** A response, or an upgraded connection. */
type Work = ServerResponse | Duplex

/** Gives every request to the service whose turn it is. Between two services requests wait. */
export function createHandover() {
  let turn: ReturnType<typeof createTurn> | undefined
  let isClosed = false
  let isEnding = false
  const waiting = new Set<() => void>()

  /** Calls `go` when there is a service; without one, because it did not come in time or will not come. */
  function whenServed(work: Work, go: () => void): void {
    if (turn || isClosed || waiting.size >= mostWaiting) {
      go()
      return
    }
    const forget = () => {
      waiting.delete(end)
      clearTimeout(timer)
      work.off('close', forget)
    }
    const end = () => {
      forget()
      go()
    }
    const timer = setTimeout(end, longestWaitMs)
    work.once('close', forget)
    waiting.add(end)
  }
  const endWaits = () => {
    for (const end of [...waiting]) end()
  }

  return {
    service: (): Service | undefined => turn?.service,
    open(service: Service): void {
      turn = createTurn(service)
      endWaits()
    },
    request(request: IncomingMessage, response: ServerResponse): void {
      whenServed(response, () => {
        if (!turn) return comeAgain(response)
        if (isEnding) response.setHeader('connection', 'close')
        turn.admit(response)
        turn.service.handlers.request(request, response)
      })
    },
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      whenServed(socket, () => {
        const upgrade = turn?.service.handlers.upgrade
        if (!turn || !upgrade) return void socket.destroy()
        turn.admit(socket)
        upgrade(request, socket, head)
      })
    },
    /** From now on callers wait. What is not answered after this long is cut. */
    async leave(service: Service, patienceMs: number): Promise<void> {
      const left = turn
      if (left?.service !== service) return
      turn = undefined
      await left.quiet(patienceMs)
    },
    /** Every answer ends its connection from now on. Resolves when the answers that run have been sent, or after this long. */
    async endAfterAnswers(patienceMs: number): Promise<void> {
      isEnding = true
      await turn?.answered(patienceMs)
    },
    /** No service will come any more. */
    close(): void {
      isClosed = true
      endWaits()
    },
  }
}

function createTurn(service: Service) {
  const running = new Set<Work>()
  let onQuiet = () => {}
  const ended = (work: Work) => new Promise<void>((resolve) => work.once('close', () => resolve()))
  return {
    service,
    admit(work: Work): void {
      running.add(work)
      work.on('close', () => {
        running.delete(work)
        if (running.size === 0) onQuiet()
      })
    },
    /** Resolves when the answers that run now were sent. Upgraded connections do not count: they end when they are told to. */
    async answered(patienceMs: number): Promise<void> {
      const answers = [...running].filter((work) => work instanceof ServerResponse)
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, patienceMs)
      })
      await Promise.race([Promise.all(answers.map(ended)), late])
      clearTimeout(timer)
    },
    /** Resolves when nothing runs any more; after `patienceMs` what still runs is cut. */
    async quiet(patienceMs: number): Promise<void> {
      if (running.size === 0) return
      const deadline = setTimeout(() => {
        for (const work of running) work.destroy()
      }, patienceMs)
      await new Promise<void>((resolve) => {
        onQuiet = resolve
      })
      clearTimeout(deadline)
    },
  }
}

export function comeAgain(response: ServerResponse): void {
  response.writeHead(503, { 'retry-after': '5', 'content-length': '0', connection: 'close' }).end()
}
