/** Usage over days. */
export const usage = {
  'usage.bad-days':
    'Enter the first and last day as YYYY-MM-DD; the first day must not be after the last day.',
  'usage.too-many-days': 'Choose at most {max} days.',
} as const
