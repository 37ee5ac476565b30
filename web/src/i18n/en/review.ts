export const review = {
  'review.noChange': 'No effective change.',
  'review.more': '{count, plural, one {# more difference} other {# more differences}}',
  'review.added': 'Added',
  'review.removed': 'Removed',
  'review.changed': 'Changed',
  'inboundReview.title': 'Review changes',
  'inboundReview.links':
    '{count, plural, one {The links in # subscription change. Its app must refresh the subscription.} other {The links in # subscriptions change. Apps must refresh them.}}',
  'inboundReview.accepted': 'The core accepts this configuration.',
  'inboundReview.apply': 'Apply',
  'settingsReview.panelAt':
    'After the restart the panel is at {address}. Bookmarks and scripts need the new address.',
  'settingsReview.panelMoves':
    'The panel will be found elsewhere. Make sure that you can reach it there before you restart it.',
  'settingsReview.stop':
    '{count, plural, one {The address of # subscription stops working. Its owner needs the new one.} other {The addresses of # subscriptions stop working. Their owners need the new ones.}}',
  'settingsReview.address': 'New subscription addresses begin with {address}.',
  'settingsReview.restart': 'Applied when the panel restarts: {names}. The core keeps running.',
} as const
