export const review = {
  'review.noChange': 'No effective change.',
  'review.more': '{count, plural, one {# more difference} other {# more differences}}',
  'review.added': 'Added',
  'review.removed': 'Removed',
  'review.changed': 'Changed',
  'inboundReview.title': 'Review changes',
  'inboundReview.links':
    '{count, plural, one {The links of # subscription change. Its app has to fetch it again.} other {The links of # subscriptions change. Their apps have to fetch them again.}}',
  'inboundReview.accepted': 'The core accepts this configuration.',
  'inboundReview.apply': 'Apply',
} as const
