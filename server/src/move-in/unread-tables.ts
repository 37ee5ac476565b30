/** Statistics of other panels, by node and hour: millions of rows that have no place here. Only counted. */
const unread: ReadonlySet<string> = new Set([
  'node_user_usages',
  'node_usages',
  'node_stats',
  'user_subscription_updates',
  'notification_reminders',
  'admin_usage_logs',
  'alembic_version',
])

export const isUnread = (table: string): boolean => unread.has(table)
