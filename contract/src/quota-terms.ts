/** What a quota of its own can be for: one inbound, all inbounds of a server, or all that have a label. */
export const quotaPlaces = ['inbound', 'node', 'label'] as const

/** When it begins anew: with the client's counters, by the calendar of the panel's time zone, or never by itself. */
export const quotaResets = ['client', 'day', 'week', 'month', 'never'] as const

/** Who set a quota: the nearest one counts. */
export const quotaOwners = ['client', 'group', 'plan'] as const

/** 90 TB: hundredths of its bytes are whole numbers that nothing rounds. */
export const mostQuotaBytes = 90 * 10 ** 12
/** Quotas that one client, group or plan may have. */
export const maxQuotas = 20
