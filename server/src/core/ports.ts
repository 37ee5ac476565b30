import { createServer } from 'node:net'

export interface CorePorts {
  api: number
  metrics: number
}

/** Two different free loopback ports, held at the same time so that they cannot be one (decision 44). */
export async function pickPorts(): Promise<CorePorts> {
  const [api, metrics] = await Promise.all([hold(), hold()])
  await Promise.all([api.release(), metrics.release()])
  return { api: api.port, metrics: metrics.port }
}

function hold(): Promise<{ port: number; release(): Promise<void> }> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ port: 0, host: '127.0.0.1' }, () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      resolve({ port, release: () => new Promise((done) => server.close(() => done())) })
    })
  })
}
