import { z } from 'zod'
import { codedSchema } from './coded.ts'
import { endpoint } from './wire.ts'

const root = '/panel/api/server'
const text = (name: string) => z.string(`${name} must be a text`).default('')

/** What a site showed, and whether Reality could stand in for it. */
export const RealityScanResult = z.object({
  /** host:port. */
  target: z.string(),
  host: z.string(),
  port: z.int(),
  ip: z.string(),
  latencyMs: z.int(),
  tlsVersion: z.string(),
  tls13: z.boolean(),
  alpn: z.string(),
  h2: z.boolean(),
  curveID: z.string(),
  x25519: z.boolean(),
  certSubject: z.string(),
  certIssuer: z.string(),
  notAfter: z.string(),
  /** For the name that was asked for, and trusted. */
  certValid: z.boolean(),
  /** Trusted, whatever name it bears. */
  certChainValid: z.boolean(),
  /** Names that an inbound can take over. */
  serverNames: z.array(z.string()),
  privateTarget: z.boolean(),
  feasible: z.boolean(),
  /** Why not; blank where it is feasible. */
  reason: z.string(),
  reasonCoded: codedSchema.optional(),
})
export type RealityScanResult = z.infer<typeof RealityScanResult>

/** Until when one certificate holds that this machine shows. */
export const CertificateDate = z.object({
  of: z.enum(['panel', 'subscription', 'inbound']),
  /** 0 where it is none of an inbound's. */
  inboundId: z.int(),
  name: z.string(),
  /** Blank where the certificate itself stands in the inbound. */
  file: z.string(),
  /** Unix milliseconds. */
  notAfter: z.int(),
})
export type CertificateDate = z.infer<typeof CertificateDate>

/** What a form about TLS asks of the server that it is filled in for. */
export const tlsToolsApi = {
  webCertFiles: endpoint({
    method: 'GET',
    path: `${root}/getWebCertFiles`,
    summary: "Paths of the panel's own certificate and key; blank where it has none configured",
    reply: z.object({ webCertFile: z.string(), webKeyFile: z.string() }),
  }),
  certificates: endpoint({
    method: 'GET',
    path: `${root}/certificates`,
    summary: 'Until when the certificates of the panel, the subscriptions and the inbounds that are on hold',
    reply: z.array(CertificateDate),
  }),
  certHash: endpoint({
    method: 'POST',
    path: `${root}/getCertHash`,
    summary: 'SHA-256 of a certificate, in hex, to pin it: of a file on the server, or of what is sent',
    body: z.object({ certFile: text('certFile'), certContent: text('certContent') }),
    reply: z.array(z.string()),
  }),
  remoteCertHash: endpoint({
    method: 'POST',
    path: `${root}/getRemoteCertHash`,
    summary: 'SHA-256 of the certificate that a server shows, in hex, to pin it; host or host:port',
    body: z.object({ server: text('server') }),
    reply: z.array(z.string()),
  }),
  scanRealityTarget: endpoint({
    method: 'POST',
    path: `${root}/scanRealityTarget`,
    summary:
      'Whether a public site can be a Reality target: TLS 1.3, HTTP/2, X25519 and a trusted certificate',
    body: z.object({ target: text('target'), sni: text('sni') }),
    reply: RealityScanResult,
  }),
  scanRealityTargets: endpoint({
    method: 'POST',
    path: `${root}/scanRealityTargets`,
    summary:
      'Which of these sites, separated by commas, can be Reality targets, best first; blank: well-known ones',
    body: z.object({ targets: text('targets') }),
    reply: z.array(RealityScanResult),
  }),
}
