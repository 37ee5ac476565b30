import type { Selectable } from 'kysely'
import { tlsVerifyModes } from '#contract/node.ts'
import type { NodeFields } from '#domain/nodes/node.ts'
import type { Schema } from '../../store/schema.ts'

export type NodeRow = Selectable<Schema['nodes']>

/** Rows of another program may hold what we would not write. */
export const toFields = (row: NodeRow): NodeFields => ({
  name: row.name,
  remark: row.remark,
  scheme: row.scheme === 'http' ? 'http' : 'https',
  address: row.address,
  port: row.port,
  basePath: row.base_path === '' ? '/' : row.base_path,
  apiToken: row.api_token,
  enable: row.enable,
  allowPrivateAddress: row.allow_private_address,
  tlsVerifyMode: tlsVerifyModes.find((mode) => mode === row.tls_verify_mode) ?? 'verify',
  pinnedCertSha256: row.pinned_cert_sha256,
})

export const toColumns = (fields: NodeFields) => ({
  name: fields.name,
  remark: fields.remark,
  scheme: fields.scheme,
  address: fields.address,
  port: fields.port,
  base_path: fields.basePath,
  api_token: fields.apiToken,
  enable: fields.enable,
  allow_private_address: fields.allowPrivateAddress,
  tls_verify_mode: fields.tlsVerifyMode,
  pinned_cert_sha256: fields.pinnedCertSha256,
})
