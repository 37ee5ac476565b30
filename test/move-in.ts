import type { MoveInPlan, MoveInResult } from '#contract/move-in-api.ts'
import type { Envelope } from '#contract/wire.ts'
import type { Visitor } from './panel.ts'

/** A multipart form as a browser sends it. */
export function formOf(file: Buffer, fields: Record<string, string> = {}, fileName = 'x-ui.db') {
  const boundary = '----move-in-test'
  const head = (name: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
  const texts = Object.entries(fields).map(([name, value]) => `${head(name)}${value}\r\n`)
  const payload = Buffer.concat([
    Buffer.from(texts.join('')),
    Buffer.from(head('db', `; filename="${fileName}"`)),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

const root = '/panel/api/move-in'

/** The import as the web app does it. `base` is the base path without its last slash. */
export function importer(me: Visitor, base = '') {
  return {
    upload: async (file: Buffer, fields: Record<string, string> = {}): Promise<Envelope<MoveInPlan>> =>
      (await me.call('POST', `${base}${root}/upload`, formOf(file, fields))).json(),
    plan: (id: string, query = '') => me.get<MoveInPlan>(`${base}${root}/plan/${id}${query}`),
    apply: (id: string, options: object = {}) => me.post<MoveInResult>(`${base}${root}/apply/${id}`, options),
    drop: (id: string) => me.post(`${base}${root}/drop/${id}`),
  }
}
