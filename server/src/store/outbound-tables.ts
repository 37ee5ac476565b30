import type { Bool, Id, Int, Text } from './column-types.ts'

/** Lists of outbounds that are fetched. */
export interface OutboundSubscriptions {
  id: Id
  remark: Text
  url: Text
  enabled: Bool
  tag_prefix: Text
  update_interval: Int
  priority: Int
  prepend: Bool
  last_updated: Int
  /** The last attempt, successful or not. */
  last_tried: Int
  last_error: Text
  last_fetched_outbounds: Text
  created_at: Int
  updated_at: Int
}
