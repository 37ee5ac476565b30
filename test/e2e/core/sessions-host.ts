// A small program in place of the panel: the core's parent, under the user that the test chooses.
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { type CutWay, testCutting } from '#server/connections/kernel/self-test.ts'
import { createConnections } from '#server/connections/room.ts'
import { createCoreApi } from '#server/core/api/client.ts'
import type { UserEntry, UserHome } from '#server/core/api/users.ts'
import type { InboundPort } from '#server/core/process/held-claim.ts'
import { silentLog } from '#server/platform/log.ts'

export interface HostSetup {
  binary: string
  config: Record<string, unknown>
  apiPort: number
  inbounds: InboundPort[]
  /** Pretends that the machine allows no more than this. */
  only?: CutWay
}

export type HostAsk =
  | { verb: 'setup'; setup: HostSetup }
  | { verb: 'selfTest' }
  | { verb: 'add'; home: UserHome; entry: UserEntry }
  | { verb: 'remove'; tag: string; email: string }
  | { verb: 'cut'; email: string; tags?: string[] }
  | { verb: 'list'; email: string }
  /** Drops the lines of this client from now on, as the core does in a burst; blank ends it. */
  | { verb: 'lose'; email: string }

let setup: HostSetup
let core: ChildProcess | undefined
let api: ReturnType<typeof createCoreApi>
let lost = ''

const sessions = createConnections({
  core: { pid: () => core?.pid, api: () => api, inboundPorts: () => setup.inbounds },
  now: Date.now,
  log: silentLog,
  probe: async (pid) => (setup.only ? { way: setup.only, sentence: 'not allowed here' } : testCutting(pid)),
})

function begin(): Promise<void> {
  api = createCoreApi(`127.0.0.1:${setup.apiPort}`)
  const child = spawn(setup.binary, ['run', '-c', 'stdin:'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { GODEBUG: 'multipathtcp=0' },
  })
  core = child
  child.stdin.end(JSON.stringify(setup.config))
  sessions.start()
  return new Promise((resolve, reject) => {
    let said = ''
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`the core ended:\n${said}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (said.length < 4_096) said += `${line}\n`
      if (line.includes('core: Xray') && line.includes('started')) resolve()
      if (lost === '' || !line.endsWith(`email: ${lost}`)) sessions.onLine(line)
    })
  })
}

async function answer(ask: HostAsk): Promise<unknown> {
  switch (ask.verb) {
    case 'setup':
      setup = ask.setup
      return begin()
    case 'selfTest':
      return sessions.selfTest()
    case 'add':
      return api.addUser(ask.home, ask.entry)
    case 'remove':
      return api.removeUser(ask.tag, ask.email)
    case 'cut':
      return sessions.cut(ask.email, ask.tags)
    case 'list':
      return sessions.list(ask.email)
    case 'lose':
      lost = ask.email
  }
}

process.on('message', ({ id, ask }: { id: number; ask: HostAsk }) => {
  answer(ask).then(
    (value) => process.send?.({ id, value: value ?? null }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  )
})
process.once('disconnect', () => {
  core?.kill('SIGKILL')
  process.exit()
})
