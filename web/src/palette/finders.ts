import type { ComponentType } from 'react'
import { endpoints, replyOf } from '../api/endpoints.ts'
import { withWords } from '../i18n/lazy-with-words.ts'
import type { PlainKey } from '../i18n/translation.tsx'
import { paths } from '../paths.ts'
import type { Services } from '../services.tsx'
import { ClientsIcon, InboundsIcon, LinkIcon, PlanIcon, SettingsIcon } from '../ui/icons.tsx'

export interface Found {
  id: string
  title: string
  hint?: string
  /** Below the base path. */
  to: string
}

interface Finder {
  title: PlainKey
  icon: ComponentType<{ size?: number }>
  find(text: string, services: Services, signal: AbortSignal): Promise<Found[]>
}

const MOST = 8

/** What the palette searches besides commands. A page that has objects adds an entry. */
export const finders: readonly Finder[] = [
  {
    title: 'nav.clients',
    icon: ClientsIcon,
    async find(text, { api }, signal) {
      const query = { page: 1, pageSize: MOST, search: text }
      const { items } = await api.ask(endpoints.clients.listPaged, { query }, signal)
      return items.map(({ email, comment, group }) => ({
        id: `client ${email}`,
        title: email,
        hint: comment || group,
        // Most searches for a client are for its QR code, so that is the first result.
        to: `panel/clients?c=${encodeURIComponent(email)}&tab=access`,
      }))
    },
  },
  {
    title: 'nav.inbounds',
    icon: InboundsIcon,
    async find(text, { api, queries }) {
      const all = await queries.ensureQueryData(replyOf(api, endpoints.inbounds.options))
      const low = text.toLowerCase()
      return all
        .filter(({ remark, tag, port, protocol }) =>
          `${remark} ${tag} ${port} ${protocol}`.toLowerCase().includes(low),
        )
        .slice(0, MOST)
        .map(({ id, remark, protocol, port }) => ({
          id: `inbound ${id}`,
          title: remark || `${protocol} ${port}`,
          hint: `${protocol} :${port}`,
          to: `panel/inbounds?i=${id}`,
        }))
    },
  },
  {
    title: 'plansPage.title',
    icon: PlanIcon,
    async find(text, { api, queries }) {
      const low = text.toLowerCase()
      const named = ({ name }: { name: string }) => name.toLowerCase().includes(low)
      const [plans, groups] = await Promise.all([
        queries.ensureQueryData(replyOf(api, endpoints.plans.list)),
        queries.ensureQueryData(replyOf(api, endpoints.clientGroups.list)),
      ])
      return [
        ...plans.filter(named).map(({ id, name }) => ({
          id: `plan ${id}`,
          title: name,
          to: `${paths.plans}?plan=${id}`,
        })),
        ...groups.filter(named).map(({ name }) => ({
          id: `group ${name}`,
          title: name,
          to: `${paths.plans}?group=${encodeURIComponent(`=${name}`)}`,
        })),
      ].slice(0, MOST)
    },
  },
  {
    title: 'shell.addressesTitle',
    icon: LinkIcon,
    async find(text, { api, queries }) {
      const all = await queries.ensureQueryData(replyOf(api, endpoints.hosts.list))
      const low = text.toLowerCase()
      return all
        .filter(({ remark, hosts }) => [remark, ...hosts].join(' ').toLowerCase().includes(low))
        .slice(0, MOST)
        .map(({ groupId, remark, hosts }) => ({
          id: `address ${groupId}`,
          title: remark || hosts.join(', '),
          hint: remark && hosts.join(', '),
          to: `panel/inbounds?view=addresses&host=${groupId}`,
        }))
    },
  },
  {
    title: 'nav.settings',
    icon: SettingsIcon,
    // Its messages are loaded on the first search.
    find: async (text) =>
      (await withWords(() => import('../pages/settings/words.ts'))).findSettings(text, MOST),
  },
]
