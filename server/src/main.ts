import { Refusal } from '#domain/refusal.ts'
import { failed } from './cli/failed.ts'
import { type Command, helpFor, isCommand } from './cli/help.ts'
import { version } from './platform/version.ts'

// Every file that the panel or a child process writes is for its owner only (R8).
process.umask(0o077)

const print = (line: string) => void process.stdout.write(`${line}\n`)
const asksForHelp = (word: string) => ['-h', '-help', '--help', 'help'].includes(word)

async function main(argv: readonly string[]): Promise<void> {
  const [first = 'run', ...rest] = argv
  if (asksForHelp(first)) return print(helpFor('main'))
  if (['-v', '--version', '-version'].includes(first)) return print(version)
  // Flags without a command belong to the default one: npm start -- --listen 0.0.0.0
  const [command, args] = first.startsWith('-') ? ['run', argv] : [first, rest]
  if (!isCommand(command)) throw new Refusal('cli.unknown-command', { command })
  // "help" may also be a value: -username help
  if (asksForHelp(args[0] ?? '') || args.some((a) => a !== 'help' && asksForHelp(a)))
    return print(helpFor(command))
  return commands[command](args)
}

const config = async () => (await import('./platform/config.ts')).readConfig(process.env, {})

/** Each command loads only what it needs: help and version load nothing, `run` and `routes` the whole panel. */
const commands: Record<Command, (args: readonly string[]) => Promise<void> | void> = {
  run: async (args) => (await import('./cli/run.ts')).runCommand(args, print),
  setting: async (args) => (await import('./cli/setting.ts')).settingCommand(await config(), args, print),
  cert: async (args) => (await import('./cli/setting.ts')).certCommand(await config(), args, print),
  core: async (args) => (await import('./cli/core.ts')).coreCommand(await config(), args, print),
  node: async (args) => (await import('./cli/node.ts')).nodeCommand(await config(), args, print),
  probe: async (args) => (await import('./cli/probe/command.ts')).probeCommand(await config(), args, print),
  doctor: async (args) => (await import('./cli/doctor.ts')).doctorCommand(await config(), args, print),
  backup: async (args) => (await import('./cli/backup.ts')).backupCommand(await config(), args, print),
  restore: async (args) => (await import('./cli/restore.ts')).restoreCommand(await config(), args, print),
  'import-3x-ui': async (args) =>
    (await import('./cli/import.ts')).importCommand('import-3x-ui', await config(), args, print),
  'import-marzban': async (args) =>
    (await import('./cli/import.ts')).importCommand('import-marzban', await config(), args, print),
  migrate: async () =>
    (await import('./cli/offline.ts')).withStorage(await config(), async ({ db }) =>
      print(db.migrated.length > 0 ? `Applied: ${db.migrated.join(', ')}` : 'The database is up to date.'),
    ),
  'migrate-db': async (args) =>
    (await import('./cli/migrate-db.ts')).migrateDbCommand(await config(), args, print),
  update: async (args) => (await import('./cli/update.ts')).updateCommand(await config(), args, print),
  routes: async () => (await import('./cli/routes.ts')).routesCommand(print),
  version: () => print(version),
}

main(process.argv.slice(2)).catch(failed)
