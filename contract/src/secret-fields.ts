import { fieldsWith } from './clients/fields.ts'

/**
 * Fields that hold a secret, by the object that they belong to. No log, audit row, export, comparison or notice shows
 * their values. Settings and client fields are marked in their own rows. A test goes through the contract and the form
 * of inbounds, and names every field that looks like a secret and is not here.
 */
export const secretFields = {
  user: ['password', 'oldPassword', 'newPassword', 'twoFactorCode'],
  client: ['id', ...fieldsWith({ secret: true })],
  device: ['secret'],
  token: ['token', 'apiToken', 'join'],
  webhook: ['secret'],
  backup: ['passphrase', 'backupPassphrase', 'backupS3SecretKey'],
  certificate: ['privateKey', 'private_key', 'key', 'eabKey', 'hmacKey'],
  tunnel: ['license', 'licence', 'warp', 'nord', 'access_token', 'token', 'privateKey', 'secretKey'],
  /** In the settings and stream settings of inbounds and outbounds, as the core names them. */
  core: [
    ...['id', 'password', 'pass', 'auth', 'psk', 'key', 'privateKey', 'secretKey', 'preSharedKey'],
    ...['decryption', 'mldsa65Seed', 'echServerKeys', 'seed', 'testseed'],
    ...['authorization', 'proxy-authorization', 'cookie', 'set-cookie'],
  ],
  core_template: ['xrayTemplateConfig'],
  database: ['dsn'],
} as const satisfies Record<string, readonly string[]>
