import { Agent, type IncomingMessage, request } from 'node:http'
import { admin, startProgram } from '#test/program.ts'
import { logIn } from '#test/visitor.ts'

/** The built program with one caller on one connection. */
export interface Desk {
  pid: number
  url: string
  headers: Record<string, string>
  get<T = unknown>(path: string): Promise<T>
  post<T = unknown>(path: string, body?: unknown): Promise<T>
  /** Reads a reply to its end and discards it. */
  drain(path: string, gzip: boolean): Promise<number>
  stop(): Promise<unknown>
}

const patienceMs = 120_000

function send(url: string, method: string, headers: Record<string, string>, body: string, agent: Agent) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const length =
      body === ''
        ? {}
        : { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(body)}` }
    const req = request(url, { method, agent, headers: { ...headers, ...length } }, resolve)
    req.on('error', reject)
    req.setTimeout(patienceMs, () => req.destroy(new Error(`no answer in ${patienceMs} ms: ${url}`)))
    req.end(body)
  })
}

export async function openDesk(folder: string, env: Record<string, string>): Promise<Desk> {
  const program = await startProgram({ folder, env })
  await program.ready
  const { cookie, csrf } = await logIn(program.url, admin)
  const headers = { cookie, 'x-csrf-token': csrf, 'x-requested-with': 'XMLHttpRequest' }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })

  async function ask<T>(method: string, path: string, body: string): Promise<T> {
    const res = await send(program.url + path, method, headers, body, agent)
    const chunks: Buffer[] = []
    for await (const chunk of res) chunks.push(chunk as Buffer)
    const answer = JSON.parse(Buffer.concat(chunks).toString()) as { success: boolean; msg: string; obj: T }
    if (!answer.success) throw new Error(`${method} ${path}: ${answer.msg}`)
    return answer.obj
  }

  return {
    pid: program.pid,
    url: program.url,
    headers,
    get: (path) => ask('GET', path, ''),
    post: (path, body = {}) => ask('POST', path, JSON.stringify(body)),
    async drain(path, gzip) {
      const res = await send(
        program.url + path,
        'GET',
        { ...headers, ...(gzip && { 'accept-encoding': 'gzip' }) },
        '',
        agent,
      )
      let size = 0
      for await (const chunk of res) size += (chunk as Buffer).length
      return size
    },
    async stop() {
      agent.destroy()
      await program.kill('SIGTERM')
    },
  }
}
