/** What was done with clients, as a message after each action. */
export const clientToasts = {
  'action.enabled': '{email} enabled.',
  'action.enabledMany': '{count, plural, one {# client enabled.} other {# clients enabled.}}',
  'action.disabled': '{email} disabled.',
  'action.disabledMany': '{count, plural, one {# client disabled.} other {# clients disabled.}}',
  'action.extended': '{email} extended by {days}.',
  'action.extendedMany':
    '{count, plural, one {# client extended by {days}.} other {# clients extended by {days}.}}',
  'action.shortened': '{email} shortened by {days}.',
  'action.shortenedMany':
    '{count, plural, one {# client shortened by {days}.} other {# clients shortened by {days}.}}',
  'action.limited': '{email}: limits set.',
  'action.limitedMany': '{count, plural, one {Limits set for # client.} other {Limits set for # clients.}}',
  'action.reset': 'Traffic of {email} reset.',
  'action.resetMany': '{count, plural, one {Traffic of # client reset.} other {Traffic of # clients reset.}}',
  'action.attached': '{email} added to {inbounds}.',
  'action.attachedMany':
    '{count, plural, one {# client added to {inbounds}.} other {# clients added to {inbounds}.}}',
  'action.detached': '{email} removed from {inbounds}.',
  'action.detachedMany':
    '{count, plural, one {# client removed from {inbounds}.} other {# clients removed from {inbounds}.}}',
  'action.grouped': '{email} moved to group {group}.',
  'action.groupedMany':
    '{count, plural, one {# client moved to group {group}.} other {# clients moved to group {group}.}}',
  'action.ungrouped': '{email} removed from the group.',
  'action.ungroupedMany':
    '{count, plural, one {# client removed from groups.} other {# clients removed from groups.}}',
  'action.deleted': '{email} deleted.',
  'action.deletedMany': '{count, plural, one {# client deleted.} other {# clients deleted.}}',
  'action.renewed': '{email} renewed: {plan}.',
  'action.renewedMany': '{count, plural, one {# client} other {# clients}} renewed: {plan}.',
  'action.revoked': '{email} has new links. Old links no longer work.',
  'action.skipped': '{done} {count, plural, one {# skipped} other {# skipped}}: {reasons}',
} as const
