/** How many devices the client `c` may have, in SQL: its own limit, else that of its group; 0: any number. */
export const deviceLimitSql = `case when c.limit_hwid > 0 or c.group_name = '' then c.limit_hwid
  else coalesce((select g.limit_hwid from client_groups g where g.name = c.group_name), 0) end`
