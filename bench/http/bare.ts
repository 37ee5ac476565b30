import fastify from 'fastify'

// The baseline: plain Fastify with the same replies and the same bodies, validated by Fastify's own
// JSON schema validation.

const text = { type: 'string', maxLength: 4096 }
const whole = { type: 'integer' }
const client = {
  type: 'object',
  required: ['email'],
  properties: {
    ...Object.fromEntries(
      ['email', 'id', 'password', 'auth', 'security', 'flow', 'subId', 'comment', 'group'].map((k) => [
        k,
        text,
      ]),
    ),
    ...Object.fromEntries(
      ['tgId', 'expiryTime', 'limitIp', 'totalGB', 'reset', 'created_at', 'updated_at'].map((k) => [
        k,
        whole,
      ]),
    ),
    enable: { type: 'boolean' },
    reverse: { type: 'object', properties: { tag: text } },
  },
}
const addClient = {
  type: 'object',
  required: ['client'],
  properties: { client, inboundIds: { type: 'array', items: whole } },
}
const pattern = { type: 'object', required: ['regex'], properties: { regex: text } }

async function serve(status: unknown) {
  const http = fastify()
  const fine = { success: true, msg: '', obj: null }
  http.get('/status', async () => status)
  http.post('/pattern', { schema: { body: pattern } }, async () => fine)
  http.post('/client', { schema: { body: addClient } }, async () => fine)
  return Number(new URL(await http.listen({ host: '127.0.0.1', port: 0 })).port)
}

process.once('message', async (status) => process.send?.(await serve(status)))
process.on('disconnect', () => process.exit())
