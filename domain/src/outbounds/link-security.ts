import { fields, flag, oneOf, text, texts } from './link-fields.ts'

const name = text(253)
const version = oneOf('1.0', '1.1', '1.2', '1.3')

/** The client's side of TLS and Reality; never a certificate, a file or a key log. */
export const linkTls = fields({
  serverName: name,
  alpn: texts(text(32), 8),
  fingerprint: text(64),
  echConfigList: text(8_192),
  verifyPeerCertByName: text(1_024),
  pinnedPeerCertSha256: text(4_096, /^[0-9a-fA-F:,~\s]*$/),
  enableSessionResumption: flag,
  minVersion: version,
  maxVersion: version,
  cipherSuites: text(1_024),
  curvePreferences: texts(text(64), 16),
})

export const linkReality = fields({
  serverName: name,
  fingerprint: text(64),
  publicKey: text(64),
  password: text(64),
  shortId: text(16, /^[0-9a-fA-F]*$/),
  spiderX: text(1_024),
  mldsa65Verify: text(4_096),
})
