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
} as const
