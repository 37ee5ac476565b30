import { openTransfer, type Transfer } from '../core/speed-origin.ts'

/** A download that notes its longest silence since `mark`. */
export interface Download extends Transfer {
  mark(): void
  gap(): number
}

export async function openDownload(port: number, what: string): Promise<Download> {
  const transfer = await openTransfer(port, what)
  let [last, longest] = [performance.now(), 0]
  transfer.socket.on('data', () => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  })
  return {
    ...transfer,
    mark: () => {
      ;[last, longest] = [performance.now(), 0]
    },
    gap: () => Math.round(Math.max(longest, performance.now() - last)),
  }
}
