/** What a plan to move in from another panel says. */
export const moveInPlan = {
  'movein.more': '{count} more of the same kind: {like}',
} as const
