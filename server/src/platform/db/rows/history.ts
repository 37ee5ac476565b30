/** `at` is the start of the bucket, in unix seconds. */
export interface HistoryRow {
  at: number
  ref: number
  up: number
  down: number
}
