import { Refusal } from '#domain/refusal.ts'
import { certCommand } from './cli/cert.ts'
import { coreCommand } from './cli/core.ts'
import { helpFor, isCommand } from './cli/help.ts'
import { withStorage } from './cli/offline.ts'
import { routesCommand } from './cli/routes.ts'
import { runCommand } from './cli/run.ts'
import { settingCommand } from './cli/setting.ts'
import { readConfig } from './config.ts'
import { version } from './version.ts'

// Every file that the panel or a child of it writes is for its owner alone (decision 8).
process.umask(0o077)

const print = (line: string) => void process.stdout.write(`${line}\n`)
const asksForHelp = (word: string) => ['-h', '-help', '--help', 'help'].includes(word)

async function main(argv: readonly string[]): Promise<void> {
  const [first = 'run', ...rest] = argv
  if (asksForHelp(first)) return print(helpFor('main'))
  if (['-v', '--version', '-version'].includes(first)) return print(version)
  // Flags alone belong to the default command: npm start -- --listen 0.0.0.0
  const [command, args] = first.startsWith('-') ? ['run', argv] : [first, rest]
  if (!isCommand(command)) throw new Refusal(`"${command}" is no command. See: sluice --help`)
  // "help" alone may also be a value: -password help
  if (asksForHelp(args[0] ?? '') || args.some((a) => a !== 'help' && asksForHelp(a)))
    return print(helpFor(command))
  const config = () => readConfig(process.env, {})
  switch (command) {
    case 'run':
      return runCommand(args, print)
    case 'setting':
      return settingCommand(config(), args, print)
    case 'cert':
      return certCommand(config(), args, print)
    case 'core':
      return coreCommand(config(), args, print)
    case 'migrate':
      return withStorage(config(), async ({ migrated }) =>
        print(migrated.length > 0 ? `Applied: ${migrated.join(', ')}` : 'The database is up to date.'),
      )
    case 'routes':
      return routesCommand(print)
    case 'version':
      return print(version)
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  // A sentence for a person; only what nobody foresaw shows where it came from.
  process.stderr.write(
    error instanceof Refusal ? `${error.message}\n` : `${error instanceof Error ? error.stack : error}\n`,
  )
  process.exit(1)
})
