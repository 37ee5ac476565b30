import { z } from 'zod'
import { codedSchema } from './coded.ts'
import { networkRoutes } from './routes/network.ts'
import { CertificateDate } from './tls-tools-api.ts'
import { api } from './wire.ts'

/** How the panel proves to the authority that a name leads to this server. */
export const challengeMethods = ['http-01', 'tls-alpn-01', 'dns-01'] as const
export type ChallengeMethod = (typeof challengeMethods)[number]

/** `none`: there is no certificate yet. `valid`: also while a renewal fails, until it expires. */
export const certificateStates = ['none', 'valid', 'expired', 'revoked'] as const

export const CertificateUse = CertificateDate.pick({ of: true, inboundId: true, name: true })
export type CertificateUse = z.output<typeof CertificateUse>

const ms = z.int().meta({ description: 'Unix milliseconds; 0: not known or not planned' })

/** A certificate that the panel keeps, without its key. */
export const CertificateView = z.object({
  id: z.int(),
  names: z.array(z.string()).meta({ description: 'Domains and IP addresses' }),
  method: z.enum(challengeMethods),
  authority: z.string().meta({ description: 'Host of the certificate authority' }),
  profile: z
    .string()
    .meta({ description: '`shortlived` for six days, which IP addresses need; blank: the usual' }),
  state: z.enum(certificateStates),
  busy: z.boolean().meta({ description: 'It is being issued or renewed right now' }),
  serial: z.string(),
  fingerprint: z.string().meta({ description: 'SHA-256, hex' }),
  notBefore: ms,
  notAfter: ms,
  renewAt: ms.meta({ description: 'The next attempt' }),
  error: z.string().meta({ description: 'Why the last attempt failed; blank after a good one' }),
  errorCoded: codedSchema.optional(),
  errorAt: ms,
  certificateFile: z.string().meta({ description: 'On the server; blank until there is a certificate' }),
  keyFile: z.string(),
  usedBy: z.array(CertificateUse),
})
export type CertificateView = z.output<typeof CertificateView>

const CertificateList = z.object({
  certificates: z.array(CertificateView),
  byFiles: z.array(CertificateDate).meta({ description: 'In use, and kept by somebody else' }),
  authority: z.string(),
  terms: z.string().meta({ description: 'Address of the terms of service; blank until they were read once' }),
  hasDnsHook: z.boolean(),
  speaksTls: z
    .object({ panel: z.boolean(), subscription: z.boolean() })
    .meta({ description: 'A listener that does takes a certificate at once; the others with a restart' }),
})
export type CertificateList = z.output<typeof CertificateList>

/** Names may also come as one text with commas. */
const names = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(/[\s,]+/) : value),
  z.array(z.string('A name is a text').max(300)).max(100),
)
const Wish = z.object({
  names,
  method: z.enum(challengeMethods).default('http-01'),
  shortLived: z.boolean().default(false).meta({ description: 'Six days; always so for IP addresses' }),
})
export type CertificateWish = z.output<typeof Wish>

const UseBody = z.object({
  panel: z.boolean().optional(),
  subscription: z.boolean().optional(),
  inboundIds: z.array(z.int()).max(1000).optional().meta({ description: 'Inbounds with TLS on this panel' }),
})
export type CertificateUseBody = z.output<typeof UseBody>

const Plan = z.object({
  names: z.array(z.string()),
  profile: z.string(),
  days: z.int().meta({ description: 'How long such a certificate is usually valid' }),
  warnings: z.array(z.object({ text: z.string(), coded: codedSchema })),
})
export type CertificatePlan = z.output<typeof Plan>

/** Certificates that the panel gets and renews by ACME. No answer has a key. */
export const certificatesApi = api(networkRoutes.certificates, {
  list: { summary: 'Certificates, where they are used and until when', reply: CertificateList },
  get: { summary: 'One certificate', reply: CertificateView },
  check: {
    summary: 'What getting such a certificate needs, and what would stop it; asks no authority',
    body: Wish,
    reply: Plan,
  },
  issue: {
    summary:
      'Get a certificate; this accepts the terms of service of the authority. Waits up to 20 seconds: `busy` says that it goes on',
    body: Wish.extend({ use: UseBody.default({}).meta({ description: 'Who uses it once it is there' }) }),
    reply: CertificateView,
  },
  renew: { summary: 'Renew a certificate now', reply: CertificateView },
  revoke: {
    summary: 'Revoke a certificate; it is not renewed any more, and files in use stay',
    reply: CertificateView,
    says: 'The certificate has been revoked.',
  },
  use: {
    summary: 'Use a certificate for the panel, the subscriptions or inbounds; false stops that',
    body: UseBody,
    reply: z.object({
      restart: z.boolean().meta({ description: 'The panel has to be restarted to speak TLS' }),
      certificate: CertificateView,
    }),
    says: 'The certificate is used.',
  },
  del: { summary: 'Delete a certificate that nothing uses', says: 'The certificate has been deleted.' },
})
