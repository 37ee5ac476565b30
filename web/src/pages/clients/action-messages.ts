/** What was done to one client, and to many; needs the words `client-toasts`. */
export const actionMessages = {
  enabled: ['action.enabled', 'action.enabledMany'],
  disabled: ['action.disabled', 'action.disabledMany'],
  extended: ['action.extended', 'action.extendedMany'],
  shortened: ['action.shortened', 'action.shortenedMany'],
  limited: ['action.limited', 'action.limitedMany'],
  reset: ['action.reset', 'action.resetMany'],
  attached: ['action.attached', 'action.attachedMany'],
  detached: ['action.detached', 'action.detachedMany'],
  grouped: ['action.grouped', 'action.groupedMany'],
  ungrouped: ['action.ungrouped', 'action.ungroupedMany'],
  deleted: ['action.deleted', 'action.deletedMany'],
  renewed: ['action.renewed', 'action.renewedMany'],
  revoked: ['action.revoked', 'action.revoked'],
} as const
export const skippedMessage = 'action.skipped'
