// Replaces the core's binary: does what "fake" in the configuration says. Plain JavaScript, because it is copied with
// a shebang line into a temporary folder.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'

const say = (line) => process.stdout.write(`${line}\n`)
const stamp = '2026/11/15 08:44:32.339413'
const started = () => say(`${stamp} [Warning] core: Xray 26.7.28 started`)
const stay = () => setInterval(() => {}, 1000)

const actions = {
  run() {
    started()
    stay()
  },
  /** Hides its start message, as a low log level does: only its socket shows that it runs. */
  quiet({ api }) {
    createServer().listen(api)
  },
  refuse() {
    say('Failed to start: main: failed to load config files: [x] > infra/conf: unknown config id: vles')
    process.exitCode = 23
  },
  hang() {
    process.on('SIGTERM', () => {})
    stay()
  },
  stubborn() {
    process.on('SIGTERM', () => {})
    started()
    stay()
  },
  crash() {
    started()
    setTimeout(() => {
      process.stderr.write('panic: assignment to entry in nil map\n\ngoroutine 1 [running]:\n', () =>
        process.exit(2),
      )
    }, 50)
  },
  chatty({ lines }) {
    started()
    for (let i = 0; i < lines; i++)
      say(`${stamp} from 127.0.0.1:${i} accepted tcp:a.example:443 [in -> direct] email: c${i}`)
    stay()
  },
}

if (process.argv[2] === 'version') say('Xray 26.7.28 (Fake)')
else {
  say('Xray 26.7.28 (Fake)')
  const { fake } = JSON.parse(readFileSync(process.argv.at(-1), 'utf8'))
  actions[fake.does](fake)
}
