/** Where an inbound listens, as far as needed to tell its connections apart. */
export interface InboundPort {
  tag: string
  port: number
  /** `udp`: QUIC and mKCP, one socket for all clients; `both`: Shadowsocks with UDP. */
  network: 'tcp' | 'udp' | 'both'
  /** How long the core keeps an idle QUIC connection, milliseconds; default 30 s. */
  idleMs?: number
}

/** How long a silenced QUIC connection survives. */
export const idleMsOf = ({ idleMs }: InboundPort): number => idleMs ?? 30_000
