import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { coreBinary } from '#test/core-binary.ts'
import { until } from '#test/until.ts'

const found = (variable: string): string => {
  const named = process.env[variable]
  if (named && existsSync(named)) return named
  const reason = named
    ? `${named} does not exist`
    : `${variable} is not set: run \`npm test\`, or name one in it`
  // CI must not pass by skipping these tests.
  if (process.env.CI === 'true') throw new Error(`a client program cannot be tested: ${reason}`)
  console.log(`Not tested with a client program: ${reason}.`)
  return ''
}

/** Blank if this machine has none; the line above has reported it. */
export const programs = {
  core: coreBinary ?? '',
  mihomo: found('SLUICE_TEST_MIHOMO'),
  singbox: found('SLUICE_TEST_SINGBOX'),
}

export interface Running {
  words(): string
  stop(): Promise<void>
}

/** Go programs use the authorities in this file as the system's. */
const environment = (ca: string): NodeJS.ProcessEnv => ({ SSL_CERT_FILE: ca, HOME: '/nonexistent' })

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const open = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  })
  socket.destroy()
  return open
}

/** A program that has all these ports open; it ends with the test in any case. */
export async function startListening(
  binary: string,
  args: string[],
  ports: readonly number[],
  ca: string,
): Promise<Running> {
  const child: ChildProcess = spawn(binary, args, { env: environment(ca), stdio: ['ignore', 'pipe', 'pipe'] })
  let words = ''
  let isGone = false
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-200_000)
    })
  const ended = new Promise<void>((resolve) => {
    const gone = () => {
      isGone = true
      resolve()
    }
    child.once('close', gone).once('error', gone)
  })
  const running = {
    words: () => words,
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
  for (const port of ports)
    await until(`${binary} listens on ${port}`, () => {
      if (isGone) throw new Error(`${binary} has ended`)
      return isOpen(port)
    }).catch(async (error: Error) => {
      await running.stop()
      throw new Error(`${error.message}: ${words}`)
    })
  return running
}

/** The program's error for a file; blank if it accepts it. */
export function verdict(binary: string, args: string[], ca: string): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(binary, args, { env: environment(ca), stdio: ['ignore', 'pipe', 'pipe'] })
    let words = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (words += chunk))
    child.once('error', (error) => resolve(String(error)))
    child.once('close', (code) => resolve(code === 0 ? '' : words || `it ended with ${code}`))
  })
}
