import { connect } from 'node:net'

// The load generator, in its own process so that it does not share an event loop with the server. Raw sockets with
// one request in flight each, because a full HTTP client would cost more than the servers it measures.

export interface Job {
  port: number
  connections: number
  forMs: number
  /** The raw request text; if there are several, each connection cycles through them. */
  request: string | readonly string[]
}

export interface Result {
  requests: number
  perSecond: number
  p50Ms: number
  failures: number
}

interface Tally {
  times: number[]
  failures: number
}

const headEnd = Buffer.from('\r\n\r\n')

/** Length of the first complete response in `data`, or 0 if it is incomplete. */
function responseSize(data: Buffer): number {
  const end = data.indexOf(headEnd)
  if (end < 0) return 0
  const length = /\r\ncontent-length: (\d+)/i.exec(data.toString('latin1', 0, end))?.[1]
  if (length === undefined) throw new Error(`a reply without a length:\n${data.toString('latin1', 0, end)}`)
  const size = end + 4 + Number(length)
  return data.length >= size ? size : 0
}

function oneConnection({ port, forMs, request }: Job, tally: Tally, nth: number): Promise<void> {
  const requests = typeof request === 'string' ? [request] : request
  let turn = nth * 7_919 // connections start far apart
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const until = performance.now() + forMs
    let held: Buffer = Buffer.alloc(0)
    let sentAt = 0
    const send = () => {
      sentAt = performance.now()
      socket.write(requests[turn++ % requests.length] ?? '')
    }
    socket.setNoDelay(true)
    socket.once('connect', send)
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.on('data', (chunk) => {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      const size = responseSize(held)
      if (size === 0) return
      if (!held.toString('latin1', 0, 12).endsWith('200')) tally.failures++
      held = held.subarray(size)
      const now = performance.now()
      tally.times.push(now - sentAt)
      if (now >= until) socket.end()
      else send()
    })
  })
}

async function run(job: Job): Promise<Result> {
  const tally: Tally = { times: [], failures: 0 }
  const began = performance.now()
  await Promise.all(Array.from({ length: job.connections }, (_, nth) => oneConnection(job, tally, nth)))
  const seconds = (performance.now() - began) / 1000
  const sorted = tally.times.sort((a, b) => a - b)
  const p50Ms = sorted[Math.floor(sorted.length / 2)] ?? 0
  return { requests: sorted.length, perSecond: sorted.length / seconds, p50Ms, failures: tally.failures }
}

process.on('message', async (job: Job) => process.send?.(await run(job)))
process.on('disconnect', () => process.exit())
