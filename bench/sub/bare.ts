import fastify from 'fastify'

// The baseline of a subscription: a bare Fastify route that returns the same headers and body for every id.

interface Answer {
  headers: Record<string, string>
  body: string
}

async function serve({ headers, body }: Answer) {
  const http = fastify()
  http.get('/sub/:id', (_request, reply) => reply.headers(headers).send(body))
  return Number(new URL(await http.listen({ host: '127.0.0.1', port: 0 })).port)
}

process.once('message', async (answer) => process.send?.(await serve(answer as Answer))) // sub.ts sends nothing else
process.on('disconnect', () => process.exit())
