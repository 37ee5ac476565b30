import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { logIn, type Visitor } from '#test/visitor.ts'
import { expectSuccess, type Lane, type Write } from './lane.ts'
import type { Storage } from './storage.ts'

interface Credentials {
  username: string
  password: string
}

/** What storage keeps of a cookie. */
const fingerprint = ({ cookie }: Visitor) =>
  createHash('sha256')
    .update(cookie.slice(cookie.indexOf('=') + 1))
    .digest('hex')

/** Logins, logouts and changes of the administrator's credentials, which end every session in the same commit. */
export function sessionsLane(
  at: { url: string },
  storage: Storage,
  random: () => number,
  first: Credentials,
): Lane {
  let credentials = first
  let sessions: Visitor[] = []
  /** A login that was applied without a reply: its cookie is unknown. */
  let strangers = 0
  let epoch = 0
  let changes = 0

  function login(): Write {
    let visitor: Visitor | undefined
    return {
      async send() {
        visitor = await logIn(at.url, credentials)
      },
      trail: `session.login ${credentials.username}`,
      apply: () => {
        if (visitor) sessions.push(visitor)
        else strangers++
      },
    }
  }

  const logout = (visitor: Visitor): Write => ({
    send: async () => expectSuccess(await visitor.post('/logout')),
    trail: `session.logout ${credentials.username}`,
    apply: () => void sessions.splice(sessions.indexOf(visitor), 1),
  })

  function change(visitor: Visitor): Write {
    const old = credentials
    const next = { username: `root${++changes}`, password: `pass phrase number ${changes}` }
    const body = {
      oldUsername: old.username,
      oldPassword: old.password,
      newUsername: next.username,
      newPassword: next.password,
    }
    return {
      send: async () => expectSuccess(await visitor.post('/panel/setting/updateUser', body)),
      trail: `user.credentials ${old.username}`,
      apply: () => {
        credentials = next
        sessions = []
        strangers = 0
        epoch++
      },
    }
  }

  return {
    name: 'sessions',
    next() {
      const visitor = sessions[Math.floor(random() * sessions.length)]
      if (!visitor || random() < 0.5) return login()
      return random() < 0.6 ? logout(visitor) : change(visitor)
    },
    expected: () => ({
      user: `${credentials.username} ${epoch}`,
      known: sessions.map(fingerprint).sort(),
      strangers,
    }),
    async stored() {
      const [user] = await storage.rows('select username, login_epoch from users')
      const ids = (await storage.rows('select id from sessions')).map(({ id }) => String(id))
      const ours = new Set(sessions.map(fingerprint))
      const known = ids.filter((id) => ours.has(id))
      return {
        user: `${user?.username} ${user?.login_epoch}`,
        known: known.sort(),
        strangers: ids.length - known.length,
      }
    },
    owns: (action) => action.startsWith('session.') || action === 'user.credentials',
    async answers(url) {
      for (const { cookie } of sessions.slice(-3)) {
        const res = await fetch(`${url}/panel/csrf-token`, { headers: { cookie } })
        expect(res.status).toBe(200)
      }
    },
  }
}
