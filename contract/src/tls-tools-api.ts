import { z } from 'zod'
import { endpoint } from './wire.ts'

const root = '/panel/api/server'
const text = (name: string) => z.string(`${name} must be a text`).default('')

/** What a form about TLS asks of the server that it is filled in for. */
export const tlsToolsApi = {
  webCertFiles: endpoint({
    method: 'GET',
    path: `${root}/getWebCertFiles`,
    summary: "Paths of the panel's own certificate and key; blank where it has none configured",
    reply: z.object({ webCertFile: z.string(), webKeyFile: z.string() }),
  }),
  certHash: endpoint({
    method: 'POST',
    path: `${root}/getCertHash`,
    summary: 'SHA-256 of a certificate, in hex, to pin it: of a file on the server, or of what is sent',
    body: z.object({ certFile: text('certFile'), certContent: text('certContent') }),
    reply: z.array(z.string()),
  }),
}
