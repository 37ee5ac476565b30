/** The inbounds of one client, and why it has them. */
export interface Held {
  attached: readonly number[]
  /** Those of `attached` that its group or plan gave; it has the others by hand. */
  given: readonly number[]
  /** Taken away by hand: no group or plan gives them back. */
  without: readonly number[]
}

export const nothingHeld: Held = { attached: [], given: [], without: [] }

const sorted = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b)

/** As a cell of a client's row holds ids. */
export const idsIn = (cell: string): number[] => (cell === '' ? [] : cell.split(',').map(Number))
export const cellOf = (ids: readonly number[]): string => sorted(ids).join()

interface Cells {
  givenInbounds: string
  withoutInbounds: string
}

/** Inbounds that were deleted are forgotten. */
export function heldBy({ givenInbounds, withoutInbounds }: Cells, attached: readonly number[]): Held {
  const given = idsIn(givenInbounds).filter((id) => attached.includes(id))
  return { attached, given, without: idsIn(withoutInbounds) }
}

export const cellsOf = ({ given, without }: Held): Cells => ({
  givenInbounds: cellOf(given),
  withoutInbounds: cellOf(without),
})

/**
 * What a client has when its group and plan name `wanted`: what it has by hand, and all that they name except what was
 * taken away by hand.
 */
export function followed({ attached, given, without }: Held, wanted: ReadonlySet<number>): Held {
  const [givenNow, refused] = [new Set(given), new Set(without)]
  const own = attached.filter((id) => !givenNow.has(id))
  const more = [...wanted].filter((id) => !refused.has(id) && !own.includes(id))
  return { attached: sorted([...own, ...more]), given: sorted(more), without }
}

/**
 * Somebody has attached it to exactly `asked`. What its group or plan names anyway counts as given by them, and taking
 * such an inbound away is remembered until it is attached again.
 */
export function byHand(
  { attached, given, without }: Held,
  asked: readonly number[],
  wanted: ReadonlySet<number>,
): Held {
  const more = asked.filter((id) => !attached.includes(id))
  const less = attached.filter((id) => !asked.includes(id))
  return {
    attached: asked,
    given: [...given.filter((id) => asked.includes(id)), ...more.filter((id) => wanted.has(id))],
    without: sorted([...without.filter((id) => !more.includes(id)), ...less.filter((id) => wanted.has(id))]),
  }
}

/** What it was given stays where nobody gives it any longer: it has that by hand from now on. */
export const kept = (held: Held, wanted: ReadonlySet<number>): Held => ({
  ...held,
  given: held.given.filter((id) => wanted.has(id)),
})

/** What it has of these by hand follows its group or plan from now on. */
export const takenOver = (held: Held, named: ReadonlySet<number>): Held => ({
  ...held,
  given: sorted([...held.given, ...held.attached.filter((id) => named.has(id))]),
})

/** An attachment that cannot be made is left out. */
export const leftOut = (held: Held, ids: readonly number[]): Held => ({
  ...held,
  attached: held.attached.filter((id) => !ids.includes(id)),
  given: held.given.filter((id) => !ids.includes(id)),
})

export const sameHeld = (a: Held, b: Held): boolean =>
  (['attached', 'given', 'without'] as const).every((key) => cellOf(a[key]) === cellOf(b[key]))

/** An act that changed `was` to `is` is undone in a list that others have changed, too. */
export const withoutAct = (now: string, was: string, is: string): string => {
  const [before, after] = [idsIn(was), idsIn(is)]
  const rest = idsIn(now).filter((id) => before.includes(id) || !after.includes(id))
  return cellOf([...rest, ...before.filter((id) => !after.includes(id))])
}
