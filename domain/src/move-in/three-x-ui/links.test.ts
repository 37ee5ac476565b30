import { expect, it } from 'vitest'
import type { Host } from '#contract/host.ts'
import { type AdvertisedInbound, advertise } from '#domain/links/advertise.ts'
import { externalRows, linksIn } from '#domain/links/external.ts'
import { shareLink } from '#domain/links/link.ts'
import { type MoveInPlan, planMoveIn } from '#domain/move-in/plan.ts'
import { parseShareLink } from '#domain/outbounds/share-link.ts'
import { countingMint } from '#test/fixtures/counting-mint.ts'
import { freshPanel } from '#test/fixtures/here.ts'
import { linksOf, readerTools, releases, tablesOf } from '#test/fixtures/three-x-ui.ts'
import { readThreeXui } from './read.ts'

it.each(releases)('3x-ui %s: links are those that the release handed out', (release) => {
  const arrival = readThreeXui(tablesOf(release), readerTools)
  const plan = planMoveIn(arrival, freshPanel, { takeSettings: false, keepHttp: false }, countingMint())
  const want = linksOf(release)
  const came = new Map<string, string[]>()
  for (const client of plan.clients) {
    const links = linksFor(plan, client)
    const { subId } = client.record
    if (links.length > 0) came.set(subId, [...(came.get(subId) ?? []), ...links])
  }
  const essence = (links: readonly string[]) => links.map(essential).toSorted()
  for (const [subId, links] of Object.entries(want)) {
    // 2.8 lists no link of a client that its operator disabled.
    if (links.length > 0) expect(essence(came.get(subId) ?? [])).toEqual(essence(links))
  }
  expect([...came.keys()].filter((subId) => !(subId in want))).toEqual([])
})

/** The links of one client as the panel would hand them out at vpn.example.org. */
function linksFor(plan: MoveInPlan, client: MoveInPlan['clients'][number]): string[] {
  const ids = new Map(plan.inbounds.map(({ tag }, i) => [tag, i + 1]))
  const inboundOf = (tag: string): AdvertisedInbound => {
    const { fields, node } = plan.inbounds.find((i) => i.tag === tag)!
    const nodeAddress = plan.nodes.find(({ name }) => name === node)?.address
    return { ...fields, id: ids.get(tag)!, ...(nodeAddress !== undefined && { nodeAddress }) }
  }
  const hosts: Host[] = plan.hosts.flatMap(({ inboundTags, group }) =>
    inboundTags.flatMap((tag) =>
      group.hosts.map((address, i) => ({
        ...group,
        ...{ id: i, groupId: 'g', inboundId: ids.get(tag)!, address, createdAt: 0, updatedAt: 0 },
      })),
    ),
  )
  const { record } = client
  const attachments = client.attachments
    .filter(({ inboundTag }) => plan.inbounds.find(({ tag }) => tag === inboundTag)?.fields.enable)
    .map(({ inboundTag, flowOverride }) => {
      const row = plan.fallbacks.find(({ childTag }) => childTag === inboundTag)
      return {
        inbound: inboundOf(inboundTag),
        flowOverride,
        ...(row && { master: inboundOf(row.masterTag) }),
      }
    })
  const { entries: found, left } = advertise({
    ...{
      client: record,
      attachments,
      hosts,
      publicHost: '',
      requestHost: 'vpn.example.org',
      now: readerTools.now,
    },
    remark: { remarkModel: '-ieo', remarkTemplate: '', subEmailInRemark: true, subShowInfo: false },
    usage: { up: 0, down: 0, total: 0, expiryTime: 0, enable: true },
  })
  expect(left).toEqual([])
  return [...found.map(shareLink), ...linksIn(externalRows(client.externalLinks, readerTools.now), () => [])]
}

/** Everything in a link but its name and what is chosen anew for every request. */
function essential(link: string): string {
  const parsed = parseShareLink(link)
  if (!parsed.ok) return link
  const isChosen = (key: string) =>
    ['tag', 'shortId', 'spiderX', 'alpn'].includes(key) ||
    (key === 'serverName' && link.includes('security=reality'))
  return JSON.stringify(parsed.outbound, (key, value) => (isChosen(key) ? undefined : value))
}
