import type { InjectOptions } from 'light-my-request'

const boundary = 'a-boundary-of-a-test'

/** A multipart form with one file, as a browser sends it. */
export function formWithFile(
  field: string,
  content: Uint8Array,
  filename = 'x-ui.db',
): Pick<InjectOptions, 'payload' | 'headers'> {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${filename}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return {
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
