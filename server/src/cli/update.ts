import type { UpdatePlan, UpdateState } from '#contract/updates.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Config } from '../platform/config.ts'
import { agreed } from './agreed.ts'
import { type Print, parseFlags } from './flags.ts'
import { type CallPanel, withRunningPanel } from './running-panel.ts'

/** Two minutes for the trial, and what a download may take. */
const mostLooks = 3_600
const lookMs = 1_000

/** `sluice update`: the running panel does it, this command asks it to. */
export async function updateCommand(config: Config, args: readonly string[], print: Print): Promise<void> {
  const flags = parseFlags(args, { check: 'switch', plan: 'switch', yes: 'switch', version: 'text' })
  if (!config.installation) throw new Refusal('update.from-source')
  if (config.installation.home === undefined) throw new Refusal('update.without-parent')
  await withRunningPanel(config, 'sluice update', async (call) => {
    if (!call) throw new Refusal('cli.panel-not-running')
    const state = await call<UpdateState>('POST', '/panel/api/update/check')
    if (state.error !== '')
      throw Refusal.of(state.errorCoded ?? { code: 'other.said', params: { reason: state.error } })
    if (state.url === '') throw new Refusal('update.no-list')
    const wanted = flags.version === undefined ? '' : `?version=${encodeURIComponent(flags.version)}`
    const plan = await call<UpdatePlan | null>('GET', `/panel/api/update/plan${wanted}`)
    if (!plan) return print(`There is nothing newer than ${state.currentVersion}.`)
    if (flags.check) return print(`Version ${plan.to} is available; this is ${plan.from}.`)
    for (const line of linesOf(plan)) print(line)
    if (flags.plan) return
    if (!flags.yes && !(await agreed('Update now?', new Refusal('cli.update-needs-yes'))))
      return print('Nothing was changed.')
    const wish = { version: plan.to }
    const { runId } = await call<{ runId: string }>('POST', '/panel/api/server/updatePanel', wish)
    await follow(call, runId, print)
  })
}

function linesOf(plan: UpdatePlan): string[] {
  const megabytes = (plan.downloadBytes / 1_048_576).toFixed(1)
  return [
    `${plan.from} -> ${plan.to}`,
    ...plan.releases.flatMap(({ version, date, notes }) => [
      `${version} (${date})`,
      ...notes.map((note) => `  - ${note}`),
    ]),
    `Download: ${megabytes} MiB. A backup is made first.`,
    plan.migrates
      ? `The database changes (step ${plan.schemaNow} -> ${plan.schemaNext}). If the new version fails, it is brought back as it was.`
      : 'The database stays as it is.',
    plan.coreRestarts
      ? 'The core restarts: everybody reconnects.'
      : 'The core goes on: nobody is disconnected.',
  ]
}

const words = {
  download: 'Downloading the new version.',
  unpack: 'Checking and unpacking it.',
  backup: 'Making a backup.',
  'hand-over': 'The new version takes over.',
  trial: 'The new version runs and is watched for a minute.',
}

/** The panel is away for a moment while one version follows the other. */
async function follow(call: CallPanel, runId: string, print: Print): Promise<void> {
  let said = ''
  for (let looks = 0; looks < mostLooks; looks++) {
    const state = await call<UpdateState>('GET', '/panel/api/update/state').catch(() => undefined)
    const run = state?.run?.runId === runId ? state.run : undefined
    if (run?.step === 'done') return print(`The panel is now ${run.to}.`)
    if (run?.step === 'failed')
      throw new Refusal('cli.update-failed', { version: run.to, reason: run.reason })
    if (run?.step === 'rolled-back')
      throw new Refusal('cli.update-rolled-back', { version: run.to, from: run.from, reason: run.reason })
    const now = run ? words[run.step] : said
    if (now !== said) print(now)
    said = now
    await new Promise((next) => setTimeout(next, lookMs))
  }
  throw new Refusal('cli.update-unknown')
}
