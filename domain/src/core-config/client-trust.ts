import type { Block } from '#contract/inbound.ts'
import { isBlock, textAt } from '#domain/inbounds/stream.ts'

/** How a client checks who it talks to, where the inbound's own hints do not say it all. */
export interface Trust {
  /** PEM of a private authority: it alone is trusted then. */
  ca?: string
  /** SHA-256 of the server's certificate, in hex. */
  pinnedPeerCertSha256?: string
  /** The name to ask for where the inbound names none. */
  serverName?: string
}

/** An outbound that trusts whom a test or a probe tells it to. */
export function trusting(outbound: Block, { ca, pinnedPeerCertSha256, serverName }: Trust): Block {
  const { streamSettings: stream } = outbound
  if (!isBlock(stream) || !isBlock(stream.tlsSettings)) return outbound
  const tls = stream.tlsSettings
  const pins = [textAt(tls, 'pinnedPeerCertSha256'), pinnedPeerCertSha256 ?? ''].filter(Boolean).join(',')
  const name = textAt(tls, 'serverName') || serverName
  return {
    ...outbound,
    streamSettings: {
      ...stream,
      tlsSettings: {
        ...tls,
        ...(name && { serverName: name }),
        ...(pins && { pinnedPeerCertSha256: pins }),
        ...(ca && {
          disableSystemRoot: true,
          certificates: [{ usage: 'verify', certificate: ca.trim().split('\n') }],
        }),
      },
    },
  }
}
