import type { AdoptionView } from '#contract/adoption-api.ts'

type Row = AdoptionView['inbounds'][number] | AdoptionView['clients'][number]

/** What an operator has something to decide or to know about; the rest is left alone anyway. */
export function adoptable({ inbounds, clients }: AdoptionView) {
  return {
    inbounds: inbounds.filter((row) => row.do === 'adopt'),
    /** Clients that come with these inbounds, or are on one that was adopted before. */
    clientsOf(tags: ReadonlySet<string>) {
      const open = new Set(inbounds.filter((row) => row.do === 'adopt').map(({ tag }) => tag))
      const comes = clients.filter((row) => row.do === 'adopt' || row.do === 'attach')
      return comes.filter(
        (row) => row.tags.some((tag) => tags.has(tag)) || !row.tags.some((tag) => open.has(tag)),
      )
    },
    conflicts: [...inbounds, ...clients].filter((row) => row.do === 'conflict'),
  }
}

export const nameOf = (row: Row): string => ('email' in row ? row.email : row.tag)

/** Whether the second step of joining has anything to show. */
export const hasChoice = ({ inbounds, clients }: AdoptionView): boolean =>
  [...inbounds, ...clients].some((row) => row.do !== 'leave')
