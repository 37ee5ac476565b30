/** Where an inbound listens, as far as its connections must be told apart. */
export interface InboundPort {
  tag: string
  port: number
  /** `udp`: QUIC and mKCP, one socket for everybody; `both`: Shadowsocks with UDP. */
  network: 'tcp' | 'udp' | 'both'
  /** How long the core keeps a silent QUIC connection, milliseconds; 30 s when not set. */
  idleMs?: number
}

/** How long a QUIC connection that hears nothing lives on. */
export const idleMsOf = ({ idleMs }: InboundPort): number => idleMs ?? 30_000
