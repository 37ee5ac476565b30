import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { finished, type Readable } from 'node:stream'
import type { HttpRequest } from './request.ts'

/** Turns an error into a reply; nothing was sent yet. */
export type Explain = (error: unknown, reply: HttpReply) => void

/** The answer to one request. Headers are collected and written at once, which is faster than one by one. */
export class HttpReply {
  readonly raw: ServerResponse
  readonly request: HttpRequest
  readonly #headers: OutgoingHttpHeaders
  readonly #explain: Explain
  #status = 200
  #isSent = false

  /** `headers` is changed. */
  constructor(raw: ServerResponse, request: HttpRequest, headers: OutgoingHttpHeaders, explain: Explain) {
    this.raw = raw
    this.request = request
    this.#headers = headers
    this.#explain = explain
  }

  code(status: number): this {
    this.#status = status
    return this
  }

  header(name: Lowercase<string>, value: string | string[]): this {
    this.#headers[name] = value
    return this
  }

  removeHeader(name: Lowercase<string>): this {
    delete this.#headers[name]
    return this
  }

  /** Sends a whole body. A second call does nothing: the first reply is on its way. */
  send(body: string | Buffer): this {
    if (this.#isSent) return this
    this.#isSent = true
    const headers = this.#headers
    headers['content-type'] ??=
      typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/octet-stream'
    headers['content-length'] = Buffer.byteLength(body)
    this.raw.writeHead(this.#status, headers)
    if (this.request.method === 'HEAD') this.raw.end()
    else this.raw.end(body)
    return this
  }

  /** Sends the headers only. */
  sendHead(): this {
    if (this.#isSent) return this
    this.#isSent = true
    this.raw.writeHead(this.#status, this.#headers).end()
    return this
  }

  /** Sends a body while it is made. If that fails before the first byte, the error is explained as usual. */
  stream(body: Readable): this {
    const { raw } = this
    if (this.#isSent || raw.destroyed) {
      // Nobody reads it, and a file or a query behind it must not stay open. A caller may have left by now.
      body.on('error', () => {}).destroy()
      return this
    }
    this.#isSent = true
    raw.statusCode = this.#status
    // Not `writeHead`: Node sends them with the first byte.
    for (const [name, value] of Object.entries(this.#headers))
      if (value !== undefined) raw.setHeader(name, value)
    if (this.request.method === 'HEAD') {
      body.on('error', () => {}).destroy()
      raw.end()
      return this
    }
    finished(body, { writable: false }, (error) => {
      if (error) this.fail(error)
    })
    raw.once('close', () => body.destroy())
    body.pipe(raw)
    return this
  }

  /** Explains the error to the caller; if the reply has begun, its connection is closed. */
  fail(error: unknown): void {
    const { raw } = this
    if (raw.writableEnded) return
    if (raw.headersSent || raw.closed) return void raw.destroy()
    for (const name of raw.getHeaderNames()) raw.removeHeader(name)
    this.#isSent = false
    this.#explain(error, this)
  }
}
