import { isSettingKey, type Settings } from '#contract/settings.ts'
import { Refusal } from '#domain/refusal.ts'
import { noEffectYet } from '#domain/settings/matters.ts'
import { defaults } from '#domain/settings/stored.ts'
import { firstStart } from '../auth/first-start.ts'
import { createTokens } from '../auth/tokens.ts'
import { checkCredentials, resetAdmin } from '../auth/users.ts'
import type { Config } from '../platform/config.ts'
import type { Actor } from '../platform/http/caller.ts'
import { silentLog } from '../platform/log.ts'
import { type Flags, type Print, parseFlags } from './flags.ts'
import { withStorage } from './offline.ts'

const spec = {
  reset: 'switch',
  show: 'switch',
  port: 'text',
  username: 'text',
  password: 'text',
  firstAdmin: 'switch',
  webBasePath: 'text',
  listenIP: 'text',
  resetTwoFactor: 'switch',
  getListen: 'switch',
  getCert: 'switch',
  getApiToken: 'switch',
  webCert: 'text',
  webCertKey: 'text',
  tgbottoken: 'text',
  tgbotRuntime: 'text',
  tgbotchatid: 'text',
  enabletgbot: 'switch',
} as const

const actor: Actor = { kind: 'cli', name: 'sluice setting', address: '' }

/** Every user of the machine can read a command line, nobody can read standard input. */
async function firstLine(input: AsyncIterable<unknown>): Promise<string> {
  let text = ''
  for await (const piece of input) {
    text += String(piece)
    if (text.includes('\n') || text.length > 10_000) break
  }
  const line = text.split(/\r?\n/)[0] ?? ''
  if (line === '') throw new Refusal('cli.no-input')
  return line
}

export async function settingCommand(
  config: Config,
  args: readonly string[],
  print: Print,
  input = (): AsyncIterable<unknown> => process.stdin.setEncoding('utf8'),
): Promise<void> {
  const flags = parseFlags(args, spec)
  if (Object.keys(flags).length === 0) flags.show = true
  const { username } = flags
  const password = flags.password === '-' ? await firstLine(input()) : flags.password
  const changesAdmin = username !== undefined || password !== undefined
  // Check everything that can be refused before saving anything.
  checkCredentials({ username, password })
  const wanted = valuesOf(flags)
  await withStorage(config, async ({ db, commit, settings }) => {
    const values = { ...(flags.reset && resetValues(settings.current())), ...wanted }
    if (Object.keys(values).length > 0) {
      await settings.set(values, actor)
      print('The settings were saved; a running panel applies them after its next restart.')
      const idle = noEffectYet(Object.keys(wanted).filter(isSettingKey))
      if (idle) print(idle)
    }
    if (changesAdmin) {
      const name = await resetAdmin(commit, { username, password })
      print(`The credentials of ${name} were changed; every session has ended.`)
    }
    if (flags.firstAdmin) await (await firstStart({ db, commit, settings, config, print }))()
    const now = settings.current()
    if (flags.show) {
      print(`port: ${now.webPort}`)
      print(`webBasePath: ${now.webBasePath}`)
      print(`listen: ${now.webListen || '127.0.0.1'}`)
      print('hasDefaultCredential: false')
    }
    if (flags.getListen) print(`listenIP: ${now.webListen}`)
    if (flags.getCert) for (const line of certLines(now)) print(line)
    if (flags.getApiToken) {
      const tokens = createTokens(db, commit, Date.now, silentLog)
      const install = (await tokens.list()).find((t) => t.name === 'install')
      if (install)
        print(
          'A token named "install" exists; tokens are shown once. Delete it in the panel to make a new one.',
        )
      else print(`apiToken: ${(await tokens.create('install', actor)).token}`)
    }
  })
}

const certLines = (settings: Settings): string[] => [
  `cert: ${settings.webCertFile}`,
  `key: ${settings.webKeyFile}`,
]

export async function certCommand(config: Config, args: readonly string[], print: Print): Promise<void> {
  const flags = parseFlags(args, { webCert: 'text', webCertKey: 'text', reset: 'switch' })
  await withStorage(config, async ({ settings }) => {
    const { webCertFile, webKeyFile } = settings.current()
    const wanted = flags.reset
      ? { webCertFile: '', webKeyFile: '' }
      : { webCertFile: flags.webCert ?? webCertFile, webKeyFile: flags.webCertKey ?? webKeyFile }
    if (flags.reset || flags.webCert !== undefined || flags.webCertKey !== undefined)
      await settings.set(wanted, { kind: 'cli', name: 'sluice cert', address: '' })
    for (const line of certLines(settings.current())) print(line)
  })
}

/** A reset keeps the panel's identity: it is not a preference. */
const resetValues = (current: Settings): Partial<Settings> => ({
  ...defaults,
  secret: current.secret,
  panelGuid: current.panelGuid,
})

function valuesOf(flags: Flags<typeof spec>): Partial<Settings> {
  const port = flags.port === undefined ? undefined : Number(flags.port)
  if (port !== undefined && !Number.isInteger(port))
    throw new Refusal('cli.port-invalid', { port: flags.port ?? '' })
  const values: { [K in keyof Settings]?: Settings[K] | undefined } = {
    webPort: port,
    webBasePath: flags.webBasePath,
    webListen: flags.listenIP,
    webCertFile: flags.webCert,
    webKeyFile: flags.webCertKey,
    tgBotToken: flags.tgbottoken,
    tgRunTime: flags.tgbotRuntime,
    tgBotChatId: flags.tgbotchatid,
    tgBotEnable: flags.enabletgbot,
    ...(flags.resetTwoFactor && { twoFactorEnable: false, twoFactorToken: '' }),
  }
  return Object.fromEntries(Object.entries(values).filter(([, v]) => v !== undefined))
}
