/** The part of a WebSocket that the hub needs: implemented by `ws` and by fakes. */
export interface HubSocket {
  readonly readyState: number
  readonly bufferedAmount: number
  /** Bytes of a text frame, shared by all sockets. */
  send(data: Uint8Array, options: { binary: false }, done?: (err?: Error) => void): void
  ping(): void
  close(code: number, reason: string): void
  terminate(): void
  on(event: 'pong' | 'close' | 'error' | 'message', listener: () => void): unknown
}

export const OPEN = 1

/** RFC 6455 close codes that the hub uses. */
export const CLOSE = { goingAway: 1001, policy: 1008, internal: 1011 } as const

/** Options for the WebSocket server: browsers send nothing here, and large frames are worth compressing. */
export const socketOptions = {
  maxPayload: 512,
  // Small windows: a compressor lives as long as its socket, and zlib's defaults would use 256 KiB for each.
  perMessageDeflate: {
    threshold: 1024,
    serverMaxWindowBits: 12,
    zlibDeflateOptions: { level: 3, memLevel: 5 },
  },
} as const

/** Whose socket it is, as of the session lookup. */
export interface Identity {
  sessionId: string
  userId: number
  epoch: number
  /** Unix milliseconds. */
  expiresAt: number
}
