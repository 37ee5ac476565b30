import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Refusal } from '#domain/refusal.ts'
import { usualPolicy } from './log-file.ts'
import { installationOf } from './release/layout.ts'

export type Database = { kind: 'sqlite'; file: string } | { kind: 'postgres'; dsn: string }

const letsEncrypt = 'https://acme-v02.api.letsencrypt.org/directory'

/** Both `server/src` and the bundle in `dist/server` are two levels below the program's folder. */
const programFolder = fileURLToPath(new URL('../../', import.meta.url))

const logLevels = {
  debug: 'debug',
  info: 'info',
  notice: 'info',
  warning: 'warn',
  warn: 'warn',
  error: 'error',
}

/** Values from the environment and the command line, read once. `undefined` means: use the stored setting. */
export function readConfig(env: NodeJS.ProcessEnv, flags: { listen?: string; insecureHttp?: boolean }) {
  // R2: the `XUI_` name is used where ours is not set.
  const get = (name: string) => env[`SLUICE_${name}`] || env[`XUI_${name}`] || undefined
  const dataFolder = resolve(get('DB_FOLDER') ?? join(programFolder, 'data'))
  return {
    dataFolder,
    logFolder: resolve(get('LOG_FOLDER') ?? join(dataFolder, 'logs')),
    /** When a log begins a new file, and how many are kept. */
    logs: {
      mostBytes: (numberOf('LOG_MAX_MB', get('LOG_MAX_MB'), 1, 10_000) ?? 10) * 1024 * 1024,
      keep: numberOf('LOG_FILES', get('LOG_FILES'), 1, 1_000) ?? usualPolicy.keep,
      days: numberOf('LOG_DAYS', get('LOG_DAYS'), 1, 3_650) ?? usualPolicy.days,
    },
    binFolder: resolve(get('BIN_FOLDER') ?? join(dataFolder, 'bin')),
    logLevel: logLevels[get('LOG_LEVEL') as keyof typeof logLevels] ?? 'info',
    database: readDatabase(get('DB_TYPE'), get('DB_DSN'), dataFolder),
    listen: flags.listen ?? get('LISTEN'),
    port: portOf('PORT', get('PORT')),
    subPort: portOf('SUB_PORT', get('SUB_PORT')),
    basePath: get('BASE_PATH'),
    insecureHttp: flags.insecureHttp ?? false,
    admin: { username: get('ADMIN_USERNAME'), password: get('ADMIN_PASSWORD') },
    /** Folder of the built web app; `npm run dev` names that of its source. */
    webRoot: get('WEB_FOLDER') ?? join(programFolder, 'dist', 'web'),
    /** Where this version is installed; undefined if it runs from source. */
    installation: installationOf(programFolder),
    /** Only the operator's environment says these: a hook is a program, and a directory may be on an inner network. */
    acme: {
      directory: get('ACME_DIRECTORY') ?? letsEncrypt,
      /** Whether the environment named the directory; then it may have a private address. */
      isOwn: get('ACME_DIRECTORY') !== undefined,
      caFile: get('ACME_CA_FILE'),
      /** Where the authority looks; tests have others. */
      httpPort: portOf('ACME_HTTP_PORT', get('ACME_HTTP_PORT')) ?? 80,
      tlsPort: portOf('ACME_TLS_PORT', get('ACME_TLS_PORT')) ?? 443,
      /** The address of these two ports; all addresses unless tests say another. */
      listen: get('ACME_LISTEN'),
      dnsHook: get('ACME_DNS_HOOK'),
    },
  }
}

export type Config = ReturnType<typeof readConfig>
export type AcmeConfig = Config['acme']

function readDatabase(type: string | undefined, dsn: string | undefined, folder: string): Database {
  switch (type?.toLowerCase()) {
    case 'postgres':
    case 'postgresql':
    case 'pg':
      if (!dsn) throw new Refusal('start.dsn-missing')
      return { kind: 'postgres', dsn }
    case undefined:
    case 'sqlite':
      return { kind: 'sqlite', file: join(folder, 'sluice.db') }
    default:
      throw new Refusal('start.db-type-unknown', { type: type ?? '' })
  }
}

const portOf = (name: string, text: string | undefined): number | undefined => {
  if (text !== undefined && !isWhole(text, 1, 65_535)) throw new Refusal('start.port-invalid', { name, text })
  return text === undefined ? undefined : Number(text)
}

function numberOf(name: string, text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined) return undefined
  if (!isWhole(text, min, max)) throw new Refusal('start.number-invalid', { name, text, min, max })
  return Number(text)
}

const isWhole = (text: string, min: number, max: number): boolean =>
  Number.isInteger(Number(text)) && Number(text) >= min && Number(text) <= max
