/** When an inbound's counters are reset. Not in the schema files because the browser imports it. */
export const trafficResets = ['never', 'hourly', 'daily', 'weekly', 'monthly'] as const
