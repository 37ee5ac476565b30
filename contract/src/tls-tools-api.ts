import { z } from 'zod'
import { codedSchema } from './coded.ts'
import { apiOnlyRoutes } from './routes/api-only.ts'
import { networkRoutes } from './routes/network.ts'
import { api } from './wire.ts'

const text = (name: string) => z.string(`${name} must be a text`).default('')

/** TLS properties of a site, and whether it can be a Reality target. */
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
  /** Trusted, and valid for the requested name. */
  certValid: z.boolean(),
  /** Trusted, regardless of its names. */
  certChainValid: z.boolean(),
  /** Server names that an inbound can use. */
  serverNames: z.array(z.string()),
  privateTarget: z.boolean(),
  feasible: z.boolean(),
  /** Why not; blank if feasible. */
  reason: z.string(),
  reasonCoded: codedSchema.optional(),
})
export type RealityScanResult = z.infer<typeof RealityScanResult>

/** Expiry of one certificate used on this machine. */
export const CertificateDate = z.object({
  of: z.enum(['panel', 'subscription', 'inbound']),
  /** 0 if it does not belong to an inbound. */
  inboundId: z.int(),
  name: z.string(),
  /** Blank if the certificate is stored inline in the inbound. */
  file: z.string(),
  /** Unix milliseconds. */
  notBefore: z.int(),
  notAfter: z.int(),
})
export type CertificateDate = z.infer<typeof CertificateDate>

/** TLS tools for the forms. */
const tlsToolsRoutes = { ...networkRoutes.tlsTools, ...apiOnlyRoutes.tlsTools }

export const tlsToolsApi = api(tlsToolsRoutes, {
  webCertFiles: {
    summary: "Paths of the panel's own certificate and key; blank if not configured",
    reply: z.object({ webCertFile: z.string(), webKeyFile: z.string() }),
  },
  certificates: {
    summary: 'Expiry of the certificates of the panel, the subscriptions and the enabled inbounds',
    reply: z.array(CertificateDate),
  },
  certHash: {
    summary: 'SHA-256 of a certificate in hex, for pinning: from a file on the server, or from the request',
    body: z.object({ certFile: text('certFile'), certContent: text('certContent') }),
    reply: z.array(z.string()),
  },
  remoteCertHash: {
    summary: "SHA-256 of a server's certificate in hex, for pinning; host or host:port",
    body: z.object({ server: text('server') }),
    reply: z.array(z.string()),
  },
  scanRealityTarget: {
    summary:
      'Whether a public site can be a Reality target: TLS 1.3, HTTP/2, X25519 and a trusted certificate',
    body: z.object({ target: text('target'), sni: text('sni') }),
    reply: RealityScanResult,
  },
  scanRealityTargets: {
    summary:
      'Which of these comma-separated sites can be Reality targets, best first; blank checks well-known ones',
    body: z.object({ targets: text('targets') }),
    reply: z.array(RealityScanResult),
  },
})
