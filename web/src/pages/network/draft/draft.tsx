import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { isBlock, sameJson } from '#domain/untyped.ts'
import { endpoints, keyOf, useReply } from '../../../api/endpoints.ts'
import { useServices } from '../../../services.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { countChanges } from '../review/count-changes.ts'
import { parseReply, type Template, type TemplateReply } from './template.ts'

interface Kept {
  /** The stored template that it started from, as text: if that differs now, another user saved meanwhile. */
  base: string
  template: Template
  outboundTestUrl: string
}

/** Two panels may share an origin under two base paths. */
const placeOf = (base: string) => `sluice-network-draft ${base}`

const isKept = (value: unknown): value is Kept =>
  isBlock(value) &&
  isBlock(value.template) &&
  typeof value.base === 'string' &&
  typeof value.outboundTestUrl === 'string'

/** A draft lives as long as the browser tab: it survives a reload, a lost session and visits to other pages. */
function readKept(base: string): Kept | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(placeOf(base)) ?? 'null')
    return isKept(value) ? value : undefined
  } catch {
    return undefined
  }
}

function writeKept(base: string, kept: Kept | undefined): void {
  try {
    if (kept) sessionStorage.setItem(placeOf(base), JSON.stringify(kept))
    else sessionStorage.removeItem(placeOf(base))
  } catch {
    // Storage is full or blocked: the draft is kept until the page is left.
  }
}

/** One draft of the template for all tabs. */
export function DraftProvider({ children }: { children: ReactNode }) {
  const stored = useReply(endpoints.xray.read, { select: parseReply })
  return (
    <Loaded query={stored} rows={8}>
      {(about) => <Held about={about}>{children}</Held>}
    </Loaded>
  )
}

/** The draft, or the stored template while nothing was changed. */
function useKeptDraft(about: TemplateReply) {
  const { base, queries } = useServices()
  const [kept, setKept] = useState(() => readKept(base))
  const keep = useCallback(
    (next: Kept | undefined) => {
      writeKept(base, next)
      setKept(next)
    },
    [base],
  )
  return useMemo(() => {
    const stored = about.xraySetting
    const now = kept ?? {
      base: JSON.stringify(stored),
      template: stored,
      outboundTestUrl: about.outboundTestUrl,
    }
    const sameUrl = now.outboundTestUrl === about.outboundTestUrl
    const isDirty = !sameUrl || !sameJson(stored, now.template)
    return {
      /** As stored by the panel. */
      stored,
      /** As stored when the draft was started. */
      base: JSON.parse(now.base) as Template, // written above, or by an earlier load of the page
      /** As it would be after "Apply". */
      template: now.template,
      /** Names it may refer to: `inboundTags`, `clientReverseTags`, `subscriptionOutboundTags`. */
      about,
      /** Stored with the template; outbounds are tested against it. */
      outboundTestUrl: now.outboundTestUrl,
      change: (edit: (template: Template) => Template) => keep({ ...now, template: edit(now.template) }),
      isDirty,
      /** The number of changes as a person would count them. */
      count: isDirty ? Math.max(1, countChanges(stored, now.template) + (sameUrl ? 0 : 1)) : 0,
      /** Another user saved after this draft was started. */
      isStale: isDirty && now.base !== JSON.stringify(stored),
      discard: () => keep(undefined),
      /** Applied: the stored template is refetched, and the draft ends. */
      async applied() {
        await queries.invalidateQueries({ queryKey: keyOf(endpoints.xray.read) })
        keep(undefined)
      },
    }
  }, [about, kept, keep, queries])
}

const DraftContext = createContext<ReturnType<typeof useKeptDraft> | undefined>(undefined)

const Held = ({ about, children }: { about: TemplateReply; children: ReactNode }) => (
  <DraftContext value={useKeptDraft(about)}>{children}</DraftContext>
)

export function useDraft() {
  const draft = use(DraftContext)
  if (!draft) throw new Error('useDraft outside of the network page')
  return draft
}
