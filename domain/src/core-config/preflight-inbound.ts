import type { Block } from '#contract/inbound.ts'
import { canonicalStream, networkOf } from '#domain/inbounds/stream.ts'
import { aliveWhilePanel } from '#domain/outbounds/probe-config.ts'
import { blockAt, isBlock, withoutKeys } from '#domain/untyped.ts'
import type { CoreInbound, SectionSource } from './inbound-section.ts'

/** What a trial offers to the inbounds that it tries. */
export interface TrialPlace {
  /** In the certificate, and asked for by the trial's client. */
  serverName: string
  certificate: { cert: string; key: string }
  /** `host:port` of the site that Reality inbounds borrow their handshake from. */
  realitySite: string
}

const lines = (pem: string): string[] => pem.trim().split('\n')

/** The operator's certificate may be for any name: whether it loads is the core's own check of the configuration. */
const trialTls = (tls: Block, { serverName, certificate: { cert, key } }: TrialPlace): Block => ({
  ...withoutKeys(tls, ['settings', 'certificates']),
  serverName,
  certificates: [{ certificate: lines(cert), key: lines(key) }],
  settings: { fingerprint: blockAt(tls, 'settings').fingerprint ?? '' },
})

const trialReality = (reality: Block, { realitySite }: TrialPlace): Block => ({
  ...withoutKeys(reality, ['dest', 'xver']),
  target: realitySite,
})

/** Without proxy protocol, port hopping, socket options and external proxies. */
function trialStream(written: Block, place: TrialPlace): Block {
  const stream = withoutKeys(canonicalStream(written), ['sockopt', 'externalProxy'])
  const transport = `${networkOf(stream)}Settings`
  const masks = blockAt(stream, 'finalmask')
  return {
    ...stream,
    ...(isBlock(stream[transport]) && {
      [transport]: withoutKeys(blockAt(stream, transport), ['acceptProxyProtocol']),
    }),
    ...(isBlock(stream.tlsSettings) && { tlsSettings: trialTls(blockAt(stream, 'tlsSettings'), place) }),
    ...(isBlock(stream.realitySettings) && {
      realitySettings: trialReality(blockAt(stream, 'realitySettings'), place),
    }),
    ...(isBlock(masks.quicParams) && {
      finalmask: { ...masks, quicParams: withoutKeys(masks.quicParams, ['udpHop']) },
    }),
  }
}

/** An inbound as it is tried: on a spare loopback port, with a certificate and a Reality site of the trial's own. */
export const onSparePort = (inbound: SectionSource, port: number, place: TrialPlace): SectionSource => ({
  ...inbound,
  listen: '127.0.0.1',
  port,
  settings: withoutKeys(inbound.settings, ['fallbacks']),
  streamSettings: trialStream(inbound.streamSettings, place),
})

/** A core that only serves the inbounds under trial: whatever a client asks for comes from the panel's own site. */
export const trialConfig = (inbounds: readonly CoreInbound[], site: string): Block => ({
  log: { loglevel: 'info', access: 'none' },
  inbounds,
  outbounds: [
    { tag: 'site', protocol: 'freedom', settings: { redirect: site, finalRules: [{ action: 'allow' }] } },
    aliveWhilePanel.outbound,
  ],
  observatory: aliveWhilePanel.observatory,
})
