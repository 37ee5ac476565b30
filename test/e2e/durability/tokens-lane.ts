import { expect } from 'vitest'
import { withBearer } from '#test/visitor.ts'
import { expectSuccess, type Lane, type Write } from './lane.ts'
import type { Storage } from './storage.ts'

interface Token {
  id: number
  name: string
  enabled: boolean
}

/** API tokens created, switched and deleted at random. */
export function tokensLane(at: { url: string; token: string }, storage: Storage, random: () => number): Lane {
  const tokens: Token[] = []
  let made = 0
  const post = <T>(path: string, body?: unknown) =>
    withBearer(at.url, at.token).post<T>(`/panel/api/setting/apiTokens/${path}`, body)

  function create(): Write {
    const token: Token = { id: 0, name: `t${++made}`, enabled: true }
    return {
      async send() {
        const answer = await post<{ id: number }>('create', { name: token.name })
        expectSuccess(answer)
        token.id = answer.obj.id
      },
      trail: `token.create ${token.name}`,
      apply: () => void tokens.push(token),
    }
  }

  function setEnabled(token: Token): Write {
    const enabled = !token.enabled
    return {
      send: async () => expectSuccess(await post(`setEnabled/${token.id}`, { enabled })),
      trail: `token.${enabled ? 'enable' : 'disable'} ${token.name}`,
      apply: () => {
        token.enabled = enabled
      },
    }
  }

  const remove = (token: Token): Write => ({
    send: async () => expectSuccess(await post(`delete/${token.id}`)),
    trail: `token.delete ${token.name}`,
    apply: () => void tokens.splice(tokens.indexOf(token), 1),
  })

  const picture = (list: readonly { name: unknown; enabled: unknown }[]) =>
    list.map(({ name, enabled }) => `${name} ${Boolean(enabled)}`).sort()

  async function storedTokens() {
    return storage.rows("select id, name, enabled from api_tokens where name <> 'driver' order by id")
  }

  return {
    name: 'tokens',
    next() {
      const token = tokens[Math.floor(random() * tokens.length)]
      if (!token || tokens.length < 5 || random() < 0.3) return create()
      return random() < 0.5 ? setEnabled(token) : remove(token)
    },
    expected: () => picture(tokens),
    async stored() {
      const rows = await storedTokens()
      // A create that was applied without a reply has an id that only storage knows.
      for (const row of rows) {
        const token = tokens.find(({ name }) => name === row.name)
        if (token) token.id = Number(row.id)
      }
      return picture(rows.map(({ name, enabled }) => ({ name, enabled })))
    },
    owns: (action) => action.startsWith('token.'),
    async answers(url) {
      const list = await withBearer(url, at.token).get<Token[]>('/panel/api/setting/apiTokens')
      expect(picture(list.obj.filter(({ name }) => name !== 'driver'))).toEqual(await this.stored())
    },
  }
}
