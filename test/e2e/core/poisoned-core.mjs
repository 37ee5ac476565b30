// Wraps the real core. While the file named by POISON exists, a core with the word "poison" in its configuration
// crashes, as a real one may on unexpected input. Plain JavaScript, because it is copied with a shebang line into a
// temporary folder.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const { core, flag } = JSON.parse(readFileSync(new URL('./poisoned.json', import.meta.url), 'utf8'))
const args = process.argv.slice(2)
const named = args[args.indexOf('-c') + 1] ?? ''
const text =
  named === 'stdin:' ? readFileSync(0, 'utf8') : existsSync(named) ? readFileSync(named, 'utf8') : ''
const runs = args[0] === 'run' && !args.includes('-test')

const child = spawn(core, args, { stdio: ['pipe', 'inherit', 'inherit'] })
child.stdin.on('error', () => {})
child.stdin.end(named === 'stdin:' ? text : '')
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal))
child.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

if (runs && text.includes('poison'))
  setInterval(() => {
    if (!existsSync(flag)) return
    child.removeAllListeners('exit')
    child.kill('SIGKILL')
    const trace = 'panic: runtime error: makeslice: len out of range\n\ngoroutine 9 [running]:\nmain.x()\n'
    process.stderr.write(trace, () => process.exit(2))
  }, 50)
