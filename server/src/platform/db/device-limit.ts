/** How many devices the client `c` may have, in SQL; 0: any number. */
export const deviceLimitSql = 'c.limit_hwid'
