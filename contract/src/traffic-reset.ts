/** When an inbound's counters go back to zero. Apart from the schemas: the browser's form reads it too. */
export const trafficResets = ['never', 'hourly', 'daily', 'weekly', 'monthly'] as const
