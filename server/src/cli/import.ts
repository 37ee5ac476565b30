import { basename } from 'node:path'
import type { MoveInOptions, MoveInPlan, MoveInUpload } from '#contract/move-in-api.ts'
import { Refusal } from '#domain/refusal.ts'
import { firstStart } from '../auth/first-start.ts'
import { refuseBeside } from '../instance/instance.ts'
import { instanceIdOf } from '../instance/instance-id.ts'
import { createMoveIn, type MoveIn } from '../move-in/room.ts'
import type { Config } from '../platform/config.ts'
import type { Actor } from '../platform/http/caller.ts'
import { createLog } from '../platform/log.ts'
import { createReadings } from '../traffic/readings.ts'
import { agreed } from './agreed.ts'
import { type Flags, type Print, parseFlags } from './flags.ts'
import { readGiven } from './given-file.ts'
import { planLines, takeOverLines } from './import-text.ts'
import { lockUnlessRunning, type Storage, withStorage } from './offline.ts'

type Command = 'import-3x-ui' | 'import-marzban'

const common = { plan: 'switch', yes: 'switch', settings: 'switch', 'keep-http': 'switch' } as const
const specs = {
  'import-3x-ui': { ...common, 'take-over': 'switch' },
  'import-marzban': { ...common, config: 'text', env: 'text', 'sub-path': 'text' },
} as const
type Given = Flags<(typeof specs)['import-3x-ui']> & Flags<(typeof specs)['import-marzban']>

const commandOf = (panel: MoveInPlan['panel']): Command =>
  panel === '3x-ui' ? 'import-3x-ui' : 'import-marzban'

/** The database is the one argument that is no flag; it stands first or last. */
function splitArgs(command: Command, args: readonly string[]): { source: string; flags: Given } {
  const [first = '', ...rest] = args
  const last = args.at(-1) ?? ''
  const isFirst = first !== '' && !first.startsWith('-')
  const source = isFirst ? first : last.startsWith('-') ? '' : last
  if (source === '') throw new Refusal('cli.import-no-source', { command })
  const flags = parseFlags(isFirst ? rest : args.slice(0, -1), specs[command])
  if (/^(mysql|mariadb)/i.test(source)) throw new Refusal('cli.import-mysql')
  return { source, flags }
}

function textOf(path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  try {
    return readGiven(path)
  } catch (error) {
    throw new Refusal('cli.import-config-unreadable', { path, reason: (error as Error).message })
  }
}

const givenFrom = (flags: Given): MoveInUpload => {
  const [coreConfig, env, subPath] = [textOf(flags.config), textOf(flags.env), flags['sub-path']]
  return {
    ...(coreConfig !== undefined && { coreConfig }),
    ...(env !== undefined && { env }),
    ...(subPath !== undefined && { subPath }),
  }
}

/** A panel that runs would not hear of the import, and its next write could undo part of it. */
async function withStorageAlone<T>(config: Config, work: (storage: Storage) => Promise<T>): Promise<T> {
  const unlock = lockUnlessRunning(config.dataFolder, 'cli.import-panel-runs')
  try {
    const id = instanceIdOf(config.dataFolder)
    return await withStorage(config, work, (tx, engine) => refuseBeside(tx, engine, id))
  } finally {
    unlock()
  }
}

const roomOf = (config: Config, { db, commit, settings }: Storage): MoveIn =>
  createMoveIn({
    ...{ config, db, commit, settings, now: Date.now },
    log: createLog('warn'),
    core: undefined,
    server: undefined,
    clients: undefined,
    names: createReadings(db, []),
  })

export async function importCommand(
  command: Command,
  config: Config,
  args: readonly string[],
  print: Print,
): Promise<void> {
  const { source, flags } = splitArgs(command, args)
  const given = givenFrom(flags)
  const asked: MoveInOptions = {
    ...(flags.settings && { takeSettings: true }),
    ...(flags['keep-http'] && { keepHttp: true }),
  }
  await withStorageAlone(config, async (storage) => {
    const moveIn = roomOf(config, storage)
    try {
      const { id } = /^postgres(ql)?:\/\//i.test(source)
        ? moveIn.stagePostgres(source, given)
        : await moveIn.stageFile(source, basename(source), given)
      const plan = await moveIn.view(id, asked, '')
      if (commandOf(plan.panel) !== command)
        throw new Refusal('cli.import-wrong-panel', { found: plan.panel, command: commandOf(plan.panel) })
      for (const line of planLines(plan)) print(line)
      if (flags['take-over']) for (const line of takeOverLines) print(line)
      if (flags.plan || plan.nothingToDo) return
      if (!flags.yes && !(await agreed('Import this?', new Refusal('cli.import-needs-yes'))))
        return print('Nothing was imported.')
      // A source without users: the panel gets its first one now, and prints its password once.
      if (plan.effect.logins.to.length === 0) await (await firstStart({ ...storage, config, print }))()
      const actor: Actor = { kind: 'cli', name: `sluice ${command}`, address: '' }
      await moveIn.apply(id, asked, { actor, host: '' })
      print(`The database has been imported. Start the panel; it answers at ${plan.effect.panel.to}`)
    } finally {
      moveIn.close()
    }
  })
}
