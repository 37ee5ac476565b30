// Waits until the panel answers, and prints its address and the fingerprint of a certificate that it made itself. The
// installer runs it: where.mjs LISTEN PORT PATH SECONDS
import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { networkInterfaces } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const [listen, port, path, seconds] = process.argv.slice(2)
const isAny = ['0.0.0.0', '::', ''].includes(listen)
const dialled = isAny ? '127.0.0.1' : listen

function ask(request, protocol) {
  return new Promise((resolve) => {
    const sent = request(
      { host: dialled, port, path, method: 'GET', timeout: 3_000, rejectUnauthorized: false },
      (reply) => {
        const certificate = reply.socket.getPeerCertificate?.()
        reply.resume()
        resolve({ protocol, certificate, trusted: reply.socket.authorized })
      },
    )
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(undefined))
    sent.end()
  })
}

function shownHost() {
  if (!isAny) return listen.includes(':') ? `[${listen}]` : listen
  const all = Object.values(networkInterfaces()).flat()
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
}

const end = Date.now() + Number(seconds) * 1_000
while (Date.now() < end) {
  const answer = (await ask(requestTls, 'https')) ?? (await ask(requestPlain, 'http'))
  if (answer) {
    console.log(`URL: ${answer.protocol}://${shownHost()}:${port}${path}`)
    if (answer.protocol === 'https' && !answer.trusted)
      console.log(`SHA-256 of its certificate: ${answer.certificate.fingerprint256}`)
    process.exit(0)
  }
  await sleep(100)
}
process.exit(1)
