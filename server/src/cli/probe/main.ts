import { readConfig } from '../../platform/config.ts'
import { failed } from '../failed.ts'
import { helpFor } from '../help.ts'
import { probeCommand } from './command.ts'

// The program of a probe's own archive, which has nothing of a panel.
process.umask(0o077)

const print = (line: string) => void process.stdout.write(`${line}\n`)
const args = process.argv.slice(2)
if (args.some((word) => ['-h', '--help', 'help'].includes(word))) print(helpFor('probe'))
else probeCommand(readConfig(process.env, {}), args, print).catch(failed)
