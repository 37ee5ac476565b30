import type { Id, Int, Text } from './column-types.ts'

/** Certificates that the panel gets by itself (ADR 117). */
export interface CertificateTables {
  certificates: {
    id: Id
    /** Joined by commas. */
    names: string
    method: string
    directory: string
    profile: Text
    /** PEM; blank until the first one is there. */
    fullchain: Text
    private_key: Text
    not_before: Int
    not_after: Int
    revoked_at: Int
    /** The next attempt; 0: none is planned. */
    renew_at: Int
    /** In a row. */
    failures: Int
    /** `Coded` as JSON; blank after a good attempt. */
    last_error: Text
    last_error_at: Int
    /** An instance works on it until then. */
    busy_until: Int
    /** `Challenge[]` as JSON, while the authority looks. */
    challenges: Text
    /** `CertificateUseBody` with who asked, as JSON, until the first one is there. */
    wanted_use: Text
    created_at: Int
  }
  acme_accounts: { directory: string; private_key: Text; url: Text; terms: Text; created_at: Int }
  /** What reached an authority. `issued`: 1 if it ended with a certificate. */
  certificate_attempts: { id: Id; at: Int; names: Text; issued: Int }
}
