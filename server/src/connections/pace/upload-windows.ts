import { nextWidth, windowFor } from '#domain/limits/sharing.ts'
import type { Native } from '../kernel/native.ts'
import { type PacedSocket, setClamp } from './paced-socket.ts'
import { holdBuffer } from './socket-options.ts'

/** What every line carries. */
const smallestSegment = 536
/** Of its speed, and of its window: a connection that has less of both does not want more. */
const little = 0.3
const filled = 0.5
/** What is on its way under a wider window still arrives after it was narrowed to less than this. */
const narrowed = 0.7

/** Whether the other side sends all that the window allows. */
export const fillsWindow = ({ rates, clamp, last }: PacedSocket): boolean =>
  clamp > 0 && rates.up * (last?.slowestTrip ?? 0) > filled * clamp

/** Holds the uploads of one client by the receive windows of its connections. */
export function createUploadWindows() {
  /** How wide windows must be, for each group of connections that share a limit. */
  const widths = new Map<string, number>()

  const isTelling = (socket: PacedSocket): boolean =>
    socket.clamp > narrowed * socket.clampBefore &&
    socket.clampBefore > 0 &&
    (socket.rates.up > little * socket.target || fillsWindow(socket))

  /** Learns from what came under the last windows. */
  function widthOf(share: string, members: readonly PacedSocket[]): number {
    const before = widths.get(share) ?? 1
    const telling = members.filter(isTelling)
    const wanted = telling.reduce((sum, { target }) => sum + target, 0)
    const rate = telling.reduce((sum, { rates }) => sum + rates.up, 0)
    const width = wanted > 0 ? nextWidth(before, { wanted, rate }) : before
    widths.set(share, width)
    return width
  }

  function receive(native: Native, socket: PacedSocket, target: number, width: number, limit: number): void {
    if (!socket.last || socket.open === undefined) return
    const { roundTrip, segment, grain } = socket.last
    const line = { target, roundTrip, grain, segment: Math.max(smallestSegment, segment) }
    if (socket.clamp === 0)
      holdBuffer(native, socket.open, windowFor({ ...line, target: limit }, 1, 0).window)
    const { window, carry } = windowFor(line, width, socket.carry)
    setClamp(native, socket, window)
    socket.target = target
    socket.carry = carry
  }

  return {
    /** `rates`: what each member may receive, in their order. */
    set(
      native: Native,
      share: string,
      members: readonly PacedSocket[],
      rates: readonly number[],
      limit: number,
    ) {
      const width = widthOf(share, members)
      for (const [i, socket] of members.entries()) receive(native, socket, rates[i] ?? limit, width, limit)
    },
    clear: () => widths.clear(),
  }
}
