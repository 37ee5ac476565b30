import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Visitor } from '#test/panel.ts'
import { rawCall, type ServedPanel, servedPanel } from '#test/served.ts'

let t: ServedPanel
let me: Visitor
beforeAll(async () => {
  t = await servedPanel()
  me = await t.login()
})
afterAll(() => t.stop())

const json = { 'content-type': 'application/json' }
const send = (url: string, payload: string | Buffer, headers: Record<string, string> = json) =>
  me.call('POST', url, { headers, payload })

/** A refusal as in R17. */
function expectRefusal(res: { statusCode: number; body: string }, what: string) {
  expect(res.statusCode, what).toBe(200)
  const body = JSON.parse(res.body)
  expect(body, what).toMatchObject({
    success: false,
    msg: expect.stringMatching(/^[^\n]{10,400}$/),
    obj: null,
  })
  expect(body.msg, what).not.toMatch(
    /\bat .+:\d+|select |insert |sqlite|SQLITE|syntax error|undefined|\[object|ZodError/i,
  )
}

const bodyRoutes = () =>
  t.panel.listeners().http.table.flatMap(({ method, path, endpoint }) => {
    if (method !== 'POST' || !endpoint?.body) return []
    const { shape } = endpoint.body as unknown as { shape?: Record<string, unknown> } // an object, if it has one
    return [{ path, fields: Object.keys(shape ?? {}), most: endpoint.bodyLimit ?? 10_485_760 }]
  })
/** Clients and inbounds accept more; their own tests cover that. */
const isFrontDoor = (path: string) => path === '/login' || /\/setting\//.test(path)
const snapshot = async () => {
  const { db } = t.panel
  const tables = ['users', 'settings', 'api_tokens', 'audit'] as const
  return Promise.all(tables.map((table) => db.read.selectFrom(table).selectAll().orderBy('id').execute()))
}

describe('invalid bodies', () => {
  it('are refused with a message by every route that reads one, and nothing is written', async () => {
    const before = await snapshot()
    const bodies: [string, string][] = [
      ['broken JSON', '{"name":'],
      ['100,000 brackets', '['.repeat(100_000)],
      ['100,000 nested objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
      ['a NUL', '{"name":"a\\u0000b","username":"\\u0000","regex":"\\u0000","key":"\\u0000"}'],
      ['a raw NUL', '{"name":"a\0b"}'],
      ['an array', '[1,2]'],
      ['null', 'null'],
      ['a number', '7'],
      ['a text', '"text"'],
    ]
    for (const { path, most } of bodyRoutes()) {
      const unreadable = bodies.slice(0, 5)
      for (const [what, payload] of isFrontDoor(path) ? bodies : unreadable) {
        const res = await send(path.replace(/:\w+/g, '1'), payload)
        if (payload.length > most) expect(res.statusCode, `${path}: ${what}`).toBe(413)
        else expectRefusal(res, `${path}: ${what}`)
      }
    }
    expect(await snapshot()).toEqual(before)
  })

  it('with wrong types in every field are refused, and nothing is written', async () => {
    const before = await snapshot()
    for (const { path, fields } of bodyRoutes()) {
      for (const field of isFrontDoor(path) ? fields : []) {
        for (const value of [[['x']], { x: 1 }]) {
          const res = await send(path.replace(/:\w+/g, '1'), JSON.stringify({ [field]: value }))
          const body = res.json<{ success: boolean }>()
          // Only lists and JSON strings may be an array or object.
          if (!body.success) expectRefusal(res, `${path} ${field}`)
          else expect(field).toMatch(/^sub(Json)|CIDRs|ChatId|Allowlist|MoreDomains|Rules$/)
        }
      }
    }
    const [users, , tokens] = await snapshot()
    expect([users, tokens]).toEqual([before[0], before[2]])
  })

  it('drop __proto__ and constructor, in JSON, forms and queries', async () => {
    const res = await send(
      '/panel/setting/apiTokens/create',
      '{"name":"odd","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    )
    expect(res.json().success).toBe(true)
    const form = await send('/login', '__proto__=x&constructor=y&__proto__[polluted]=1', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(form.json().msg).toBe('Username is required')
    expect(
      (await me.call('GET', '/panel/api/audit?__proto__[polluted]=1&constructor=1')).json().success,
    ).toBe(true)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('are parsed by content if there is no content type', async () => {
    const body = '{"regex":"a+"}'
    for (const type of [
      'application/json; charset=utf-8',
      'text/plain',
      'application/octet-stream',
      'APPLICATION/JSON',
      'foo',
      ';;',
      'application/xml',
      'a/b/c',
    ]) {
      const res = await send('/panel/setting/validateRegex', body, { 'content-type': type })
      expect([res.statusCode, res.json().success], type).toEqual([200, true])
    }
    const packed = await send('/panel/setting/validateRegex', Buffer.from([0x1f, 0x8b, 8, 0]), {
      ...json,
      'content-encoding': 'gzip',
    })
    expectRefusal(packed, 'gzip')
  })

  it('may be a broken multipart form', async () => {
    for (const [type, payload] of [
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=b', 'no boundary in here'],
      [
        'multipart/form-data; boundary=b',
        '--b\r\ncontent-disposition: form-data; name="regex"\r\n\r\ncut off',
      ],
      [
        'multipart/form-data; boundary=b',
        '--b\r\ncontent-disposition: form-data; name="regex"\r\n\r\na\0b\r\n--b--\r\n',
      ],
      [
        'multipart/form-data; boundary=b',
        '--b\r\ncontent-disposition: form-data; name="regex"; filename="a"\r\n\r\nfile\r\n--b--\r\n',
      ],
    ] as const) {
      expectRefusal(await send('/panel/setting/validateRegex', payload, { 'content-type': type }), payload)
    }
  })

  it('may be missing: a JSON type without a body, neither, or {} on a GET', async () => {
    expect((await me.call('POST', '/panel/setting/all', { headers: json })).json().success).toBe(true)
    expect((await me.call('POST', '/panel/setting/update', { headers: json })).json().success).toBe(true)
    expect((await me.call('POST', '/panel/setting/all')).json().success).toBe(true)
    expect(
      (await me.call('GET', '/panel/setting/all', { headers: json, payload: '{}' })).json().success,
    ).toBe(true)
    expectRefusal(await me.call('POST', '/panel/setting/apiTokens/create', { headers: json }), 'no name')
  })
})

describe('odd requests', () => {
  it('with a NUL in path or query are refused with a valid session', async () => {
    expectRefusal(await me.call('GET', '/panel/api/audit?object=%00'), 'query')
    expectRefusal(await me.call('POST', '/panel/setting/apiTokens/delete/1%00'), 'path')
    expectRefusal(
      await send('/panel/setting/validateRegex', 'regex=%00', {
        'content-type': 'application/x-www-form-urlencoded',
      }),
      'form',
    )
  })

  it('with invalid query values are refused', async () => {
    for (const query of [
      'page=0',
      'page=x',
      'page=1&page=2',
      'pageSize=100000',
      'pageSize=-1',
      'page=1e99',
      'object=a&object=b',
    ]) {
      expectRefusal(await me.call('GET', `/panel/api/audit?${query}`), query)
    }
  })

  it('that are not HTTP get a status and affect nobody else', async () => {
    const lines = [
      'GET / HTTP/1.1\r\nhost: x\r\nx-nul: a\0b\r\n\r\n',
      'GET /\0 HTTP/1.1\r\nhost: x\r\n\r\n',
      '\0\0\0\0',
      'GET\r\n\r\n',
      `GET / HTTP/1.1\r\nhost: x\r\nx-big: ${'a'.repeat(100_000)}\r\n\r\n`,
      'POST /login HTTP/1.1\r\nhost: x\r\ncontent-length: -5\r\n\r\n',
      'POST /login HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\nabc',
    ]
    for (const line of lines) {
      const { text } = await rawCall(t.port, line)
      expect(text, JSON.stringify(line.slice(0, 40))).toMatch(/^HTTP\/1\.1 4\d\d /)
      expect(text).not.toMatch(/Error|stack/)
    }
    const upgrade = await rawCall(
      t.port,
      'GET /csrf-token HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n',
      '\r\n\r\n',
    )
    expect(upgrade.text).toMatch(/^HTTP\/1\.1 \d{3}/)
    expect((await me.get('/panel/setting/all')).success).toBe(true)
  })
})

describe('bodies that are too large', () => {
  interface Reply {
    status: number
    headers: NodeJS.Dict<string | string[]>
    body: string
  }
  /** Sends megabytes in chunks until the peer closes. */
  const upload = (path: string, megabytes: number, headers: Record<string, string>) =>
    new Promise<Reply>((resolve, reject) => {
      const call = request({ host: '127.0.0.1', port: t.port, path, method: 'POST', headers }, (res) => {
        let body = ''
        res.on('data', (chunk) => {
          body += chunk
        })
        res.on('end', () => {
          resolve({ status: res.statusCode ?? 0, headers: res.headers, body })
          call.destroy()
        })
      })
      call.on('error', (error) => reject(error))
      const piece = Buffer.alloc(1024 * 1024, 0x20)
      let left = megabytes
      const more = () => {
        while (left > 0 && !call.destroyed) {
          left--
          if (!call.write(piece)) return void call.once('drain', more)
        }
        call.end()
      }
      more()
    })

  it('get a 413, with and without a length', async () => {
    const known = { cookie: me.cookie, 'x-csrf-token': me.csrf, 'content-type': 'application/json' }
    const length = { 'content-length': String(50 * 1024 * 1024) }
    for (const headers of [{ ...known, ...length }, known]) {
      for (const path of ['/panel/setting/update', '/login']) {
        const res = await upload(path, 50, headers)
        expect([res.status, res.body, res.headers['x-frame-options']], path).toEqual([413, '', 'DENY'])
      }
    }
    expect((await me.get('/panel/setting/all')).success).toBe(true)
  })

  it('are not even read without credentials', async () => {
    const res = await upload('/panel/setting/update', 50, {
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
    })
    expect(res.status).toBe(401)
  })

  it('pass up to 10 MiB', async () => {
    const res = await upload('/panel/setting/validateRegex', 9, {
      cookie: me.cookie,
      'x-csrf-token': me.csrf,
      'content-type': 'application/json',
    })
    expect([res.status, JSON.parse(res.body).success]).toEqual([200, false])
  })
})
