import { Agent, get } from 'node:http'

export interface Told {
  answers: number
  /** What went wrong, and when; empty if every call was answered, and wholly. */
  failures: string[]
}

/** An answer that ends too early is an error of the client. */
function callOnce(url: string, agent: Agent | false): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = get(url, { agent }, (response) => {
      let length = 0
      response.on('data', (part: Buffer) => {
        length += part.length
      })
      response.on('error', reject)
      response.on('end', () => {
        const said = Number(response.headers['content-length'] ?? length)
        if (response.complete && said === length) resolve(response.statusCode ?? 0)
        else reject(new Error(`${length} of ${said} bytes`))
      })
    })
    call.on('error', reject)
  })
}

/** People who call one after another without a pause: some on new connections, some on the one that they have. */
export function startCallers(urls: readonly { url: string; status: number }[], each = 3) {
  const told: Told = { answers: 0, failures: [] }
  let isOver = false

  async function callOn({ url, status }: { url: string; status: number }, keepAlive: boolean) {
    const agent = keepAlive && new Agent({ keepAlive: true, maxSockets: 1 })
    while (!isOver) {
      try {
        const got = await callOnce(url, agent)
        if (got !== status) throw new Error(`HTTP ${got}`)
        told.answers++
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        told.failures.push(`${keepAlive ? 'kept' : 'new'} connection to ${url}: ${code ?? message}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    if (agent) agent.destroy()
  }

  const all = urls.flatMap((one) =>
    Array.from({ length: each }, () => [callOn(one, false), callOn(one, true)]).flat(),
  )
  return {
    async stop(): Promise<Told> {
      isOver = true
      await Promise.all(all)
      return told
    },
  }
}
