/** The time in milliseconds since 1970; tests move it. */
export interface Clock {
  now(): number
}
